// Imported first by the script that begins every `npm start`: tells in one sentence that Node is too old, as src/start/node-version.ts does.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [least] = /\d+(\.\d+)*/.exec(engines.node);
const [has, needs] = [process.versions.node, least].map((version) => version.split('.').map(Number));
const difference = needs.map((part, index) => has[index] - part).find((each) => each !== 0);
if (difference < 0) {
  console.error(`This is Node ${process.versions.node}, and the service needs Node ${least} or newer: install it, and start again.`);
  process.exit(1);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The advice for a Node that is older than package.json asks for; null for one that is not. */
export function nodeProblem(running: string, engines: string): string | null {
  const [least = '0'] = /\d+(\.\d+)*/.exec(engines) ?? [];
  const [has, needs] = [running, least].map((version) => version.split('.').map((part) => parseInt(part, 10)));
  const difference = needs!.map((part, index) => (has![index] ?? 0) - part).find((each) => each !== 0) ?? 0;
  return difference < 0 ? `This is Node ${running}, and the service needs Node ${least} or newer: install it, and start again.` : null;
}

/**
 * Ends a process on a Node that is too old, before other modules are loaded, which fail there with errors that name neither. The entry
 * points import this file first.
 */
function refuseOldNode(): void {
  const { engines } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { engines: { node: string } };
  const problem = nodeProblem(process.versions.node, engines.node);
  if (problem === null) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

refuseOldNode();

import './start/node-version';
import 'reflect-metadata';
import { runCli } from './cli/run-cli';
import { endAfterOutput, keepQuietWithoutReader } from './cli/standard-streams';
import { environmentOfThisProcess } from './platform/config/environment';
import { explanationOf } from './platform/errors/operator-error';

const { argv, stdin, stdout, stderr } = process;

async function run(): Promise<number> {
  try {
    return await runCli(argv.slice(2), { stdin, stdout, stderr, env: environmentOfThisProcess() });
  } catch (error) {
    stderr.write(`${explanationOf(error)}\n`);
    return 1;
  }
}

keepQuietWithoutReader();
void run().then(endAfterOutput);

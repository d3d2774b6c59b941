import 'reflect-metadata';
import { runCli } from './cli/run-cli';
import { environmentOfThisProcess } from './platform/config/environment';

const { argv, stdin, stdout, stderr } = process;
void runCli(argv.slice(2), { stdin, stdout, stderr, env: environmentOfThisProcess() }).then((code) =>
  process.exit(code),
);

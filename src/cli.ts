import 'reflect-metadata';
import { runCli } from './cli/run-cli';
import { environmentOfThisProcess } from './platform/config/environment';

const { argv, stdout, stderr } = process;
void runCli(argv.slice(2), { stdout, stderr, env: environmentOfThisProcess() }).then((code) => process.exit(code));

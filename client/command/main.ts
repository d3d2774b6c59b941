import { runCommand } from './program.js';

const { argv, stdin, stdout, stderr, env } = process;

void runCommand(argv.slice(2), { stdin, stdout, stderr, env, cwd: process.cwd() }).then((code) => {
  process.exitCode = code;
});

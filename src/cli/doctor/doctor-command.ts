import type { Command } from 'commander';
import { CommandFailure, JSON_OPTION, print, type PrintOptions, type Terminal } from '../terminal';
import { type CheckResult, runChecks, type Telling } from './checks';

export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('Checks the settings and the systems that they name, and says how to fix what is wrong.')
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => examine(terminal, options));
}

async function examine(terminal: Terminal, options: PrintOptions): Promise<void> {
  const checks = await runChecks(terminal, options.json ? SILENT : tellingOn(terminal));
  if (options.json) print(terminal, options, { checks }, []);
  if (checks.some(({ verdict }) => verdict === 'failed')) throw new CommandFailure();
}

const SILENT: Telling = { result: () => undefined, waiting: () => undefined };

/** Writes progress to standard error, so that standard output contains only results. */
const tellingOn = ({ stdout, stderr }: Terminal): Telling => ({
  result: (result) => stdout.write(`${linesOf(result).join('\n')}\n`),
  waiting: (checks) => stderr.write(`Waiting for ${checks.join(', ')}.\n`),
});

function linesOf({ check, verdict, finding, remedy }: CheckResult): string[] {
  const lines = [`${verdict.padEnd(9)}${check.padEnd(10)}${finding}`];
  return remedy === null ? lines : [...lines, ...remedy.split('\n').map((line) => `${INDENT}${line}`)];
}

const INDENT = ' '.repeat(19);

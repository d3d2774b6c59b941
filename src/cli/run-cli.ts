import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, Help, type Option } from 'commander';
import { explanationOf, UsageError } from '../platform/errors/operator-error';
import { addAccountCommands } from './account-commands';
import { addAdoptSecretCommand, addConsoleCommand, addMigrateCommand } from './service-commands';
import { addDemoCommand } from './demo/demo-command';
import { addDoctorCommand } from './doctor/doctor-command';
import { addErasureCommands, addRetentionCommands } from './retention-commands';
import { addKeyCommands } from './key-commands';
import { addRunCommands } from './run-commands';
import { addSecretCommands } from './secret-commands';
import { addSubmissionCommands } from './submission-commands';
import { type Terminal, CommandFailure } from './terminal';
import { addVerifyCommand } from './verify/verify-command';

/**
 * Runs one operator command, given by the words after `cli`, and returns its exit code: 0 for success, 1 for a failure, 2 for wrong usage.
 * Results go to standard output, everything else to standard error.
 */
export async function runCli(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already written the usage error, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandFailure)) terminal.stderr.write(`${explanationOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function createProgram(terminal: Terminal): Command {
  const program = new Command('npm run cli --')
    .description(
      'Operator commands. They work on the configured database, whether or not the service is running; demo and console need it to run.',
    )
    .version(versionOfPackage())
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({ writeOut: (text) => terminal.stdout.write(text), writeErr: (text) => terminal.stderr.write(text) })
    .showHelpAfterError('Add --help for the usage.')
    .exitOverride();
  addDemoCommand(program, terminal);
  addConsoleCommand(program, terminal);
  addAccountCommands(program, terminal);
  addKeyCommands(program, terminal);
  addSecretCommands(program, terminal);
  addRunCommands(program, terminal);
  addSubmissionCommands(program, terminal);
  addRetentionCommands(program, terminal);
  addErasureCommands(program, terminal);
  addMigrateCommand(program, terminal);
  addDoctorCommand(program, terminal);
  addVerifyCommand(program, terminal);
  addAdoptSecretCommand(program, terminal);
  return program;
}

const versionOfPackage = (): string =>
  (JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string }).version;

/** Marks required options, which the help of Commander does not do. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}

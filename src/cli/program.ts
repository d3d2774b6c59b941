import { Command } from 'commander';
import { addAccountCommands } from './account-commands';
import { addDoctorCommand } from './doctor/doctor-command';
import { addKeyCommands } from './key-commands';
import { addMigrateCommand } from './migrate-command';
import { addSecretCommands } from './secret-commands';
import type { Terminal } from './terminal';

/** All commands. Wrong usage and the request for help end with a `CommanderError`, after the text has been written. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('cli')
    .description("The operator's commands. They work on the database of the settings, whether the service runs or not.")
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .showHelpAfterError('Add --help to see how it is used.')
    .exitOverride();
  addAccountCommands(program, terminal);
  addKeyCommands(program, terminal);
  addSecretCommands(program, terminal);
  addMigrateCommand(program, terminal);
  addDoctorCommand(program, terminal);
  return program;
}

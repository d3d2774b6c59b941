import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addApplyCommand } from './apply/apply-command.js';
import { addCheckCommand } from './check/check-command.js';
import { type Fault, faultOf, lineOf } from './faults.js';
import { addFromHtmlCommand } from './html/from-html-command.js';
import { addListenCommand } from './listen/listen-command.js';
import { addMcpCommand } from './mcp/mcp-command.js';
import { addPlanCommand } from './plan/plan-command.js';
import { addPullCommand } from './pull/pull-command.js';
import type { Run, Terminal } from './terminal.js';
import { addTypesCommand } from './types/types-command.js';

/** Runs the command with the words after its name. Resolves with the exit code. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const run: Run = { terminal, exitCode: 0 };
  try {
    await createProgram(run).parseAsync(words, { from: 'user' });
    return run.exitCode;
  } catch (error) {
    // Commander has already written the usage error, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    tell(run, words, faultOf(error));
    return 1;
  }
}

function createProgram(run: Run): Command {
  const { stdout, stderr } = run.terminal;
  const program = new Command('form-collection')
    .description('Keeps the forms of a service as files in the repository of a website.')
    .version(manifest.version)
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError('Add --help for the usage.')
    .configureHelp({ subcommandTerm: (command) => command.name(), subcommandDescription: (command) => SUMMARIES[command.name()] ?? '' })
    .helpCommand(false)
    .addHelpText('after', ENVIRONMENT)
    .exitOverride();
  addFromHtmlCommand(program, run);
  addPullCommand(program, run);
  addCheckCommand(program, run);
  addPlanCommand(program, run);
  addApplyCommand(program, run);
  addTypesCommand(program, run);
  addListenCommand(program, run);
  addMcpCommand(program, run);
  return program;
}

/** In a line each, so that the help of the program fits a screen. */
const SUMMARIES: Readonly<Record<string, string>> = {
  'from-html': 'writes a file from the form of a page',
  pull: 'writes forms to files, and takes over what has changed',
  check: 'finds mistakes in files, without the network',
  plan: 'tells what apply would do; nothing is written',
  apply: 'does what plan tells',
  types: 'prints TypeScript of the values of forms',
  listen: 'carries new submissions to a program on this machine',
  mcp: 'gives an agent tools by the Model Context Protocol',
};

const ENVIRONMENT = `
FORM_COLLECTION_URL is the address of the service, FORM_COLLECTION_KEY its key.
"form-collection <command> --help" tells the options of a command.
Exit codes: 0 done or nothing to do, 1 a fault, 2 plan found changes.`;

function tell({ terminal }: Run, words: readonly string[], fault: Fault): void {
  if (words.includes('--json')) terminal.stdout.write(`${JSON.stringify({ faults: fault.mistakes }, null, 2)}\n`);
  else terminal.stderr.write(`${fault.mistakes.map(lineOf).join('\n')}\n`);
}

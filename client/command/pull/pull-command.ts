import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { LOCK_NAME } from '../definition/definition-file.js';
import { Fault, faultOf, lineOf } from '../faults.js';
import { LockFile } from '../lock-file.js';
import { plain } from '../plain.js';
import { showProgress } from '../progress.js';
import { connect, type ConnectionOptions, requireScopes, type Service, withConnection } from '../service/connection.js';
import { readServiceForm, type ServiceForm } from '../service/service-form.js';
import { sideBySide } from '../side-by-side.js';
import { JSON_OPTION, print, type PrintOptions, type Run } from '../terminal.js';
import { FormFiles } from './form-files.js';
import type { PulledForm } from './pull-form.js';
import { type PullOptions, type Target, targetsOf } from './pull-targets.js';

type Options = PullOptions & ConnectionOptions & PrintOptions;

const READS_AT_A_TIME = 6;

export function addPullCommand(program: Command, run: Run): void {
  const command = program
    .command('pull')
    .argument('[forms...]', 'ids of forms; by default those of the lock file')
    .description('Writes a file for each form, and takes over what has changed on the service.')
    .option('--all', 'all forms that the key sees')
    .option('--dir <folder>', 'the folder of the files and their lock file', 'forms')
    .addOption(new Option('--format <format>', 'the format of new files').choices(['yaml', 'json']).default('yaml'))
    .option(...JSON_OPTION);
  withConnection(command).action((words: string[], options: Options) => pull(words, options, run));
}

async function pull(words: readonly string[], options: Options, run: Run): Promise<void> {
  const lock = LockFile.besides(join(options.dir, LOCK_NAME), run.terminal);
  const service = await connect(options, run);
  requireScopes(service, ['forms:read', 'workflows:read']);
  const files = new FormFiles(lock, service, options, run.terminal);
  const targets = await targetsOf(words, options, service, lock);
  const forms = await readForms(targets, service, run);
  const outcomes = forms.map((form, index) => (form instanceof Fault ? form : orFault(() => files.write(targets[index]!, form))));
  tell(outcomes, options, run);
}

/** Reads forms side by side. Each that cannot be read is a fault, which does not hold up the others. */
async function readForms(targets: readonly Target[], service: Service, { terminal }: Run): Promise<(ServiceForm | Fault)[]> {
  const progress = showProgress('read form', targets.length, terminal);
  const read = (target: Target) =>
    readTarget(target, service)
      .catch(faultOf)
      .finally(() => progress.step());
  return sideBySide(targets, READS_AT_A_TIME, read).finally(() => progress.end());
}

async function readTarget({ formId, name }: Target, service: Service): Promise<ServiceForm> {
  const form = await readServiceForm(service, formId);
  if (form) return form;
  const entry = name === null ? '' : `, which the lock file calls ${plain(name)}`;
  throw new Fault(`The key sees no form ${formId}${entry}. It may be deleted, or be of another account.`);
}

function orFault(work: () => PulledForm): PulledForm | Fault {
  try {
    return work();
  } catch (error) {
    return faultOf(error);
  }
}

function tell(outcomes: readonly (PulledForm | Fault)[], options: Options, run: Run): void {
  const { stderr } = run.terminal;
  const forms = outcomes.flatMap((outcome) => (outcome instanceof Fault ? [] : [outcome]));
  const faults = outcomes.flatMap((outcome) => (outcome instanceof Fault ? outcome.mistakes : []));
  for (const { path, notes } of forms) for (const note of notes) stderr.write(`${plain(`${path}: ${note}`)}.\n`);
  if (!options.json) for (const fault of faults) stderr.write(`${plain(lineOf(fault))}\n`);
  const lines = forms.map(({ path, result }) => (result === 'written' ? `wrote ${path}` : `${path} is unchanged`));
  print(run, options, { forms, faults }, lines.map(plain));
  if (faults.length > 0) run.exitCode = 1;
}

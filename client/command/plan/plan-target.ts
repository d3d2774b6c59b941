import { dirname } from 'node:path';
import type { DefinitionFile } from '../definition/definition-file.js';
import type { FormDefinition } from '../definition/definition.types.js';
import { Fault } from '../faults.js';
import { type LockEntry, LockFile } from '../lock-file.js';
import type { Service } from '../service/connection.js';
import { readServiceForm, type ServiceForm } from '../service/service-form.js';
import { isInteractive, type Run } from '../terminal.js';
import type { PlanOptions } from './plan.types.js';

/** The form that a definition is, or is to become. */
export interface Target {
  action: 'create' | 'recreate' | 'update';
  form: ServiceForm | null;
}

export interface Planning {
  service: Service;
  options: PlanOptions;
  run: Run;
  /** The ids of the forms that the key sees, by their names. Asked for at most once. */
  formsByName: () => Promise<ReadonlyMap<string, string>>;
  /** The lock files by their folders. */
  locks: Map<string, LockFile>;
}

/** Finds the form of a definition by its entry in the lock file. Throws a `Fault` that says what to do where there is none. */
export async function findTarget(
  file: DefinitionFile,
  { name }: FormDefinition,
  entry: LockEntry | null,
  planning: Planning,
): Promise<Target> {
  if (entry === null) return { action: await creation(file, name.trim(), planning), form: null };
  if ('creatingKey' in entry) return { action: 'create', form: null };
  const form = await readServiceForm(planning.service, entry.formId);
  return form ? { action: 'update', form } : { action: recreation(entry.formId, planning), form: null };
}

/** The entry of a file. Throws a `Fault` for a lock that is of another account. */
export function entryOf(file: DefinitionFile, planning: Planning): LockEntry | null {
  const { baseUrl, capabilities } = planning.service;
  const lock = lockBeside(file, planning);
  const account = lock.accountAt(baseUrl);
  if (account !== null && account !== capabilities.account_id)
    throw new Fault(`${lock.path} is of the account ${account} at ${baseUrl}, and the key is of another one. Use a key of that account.`);
  return lock.entryOf(baseUrl, file.name);
}

function lockBeside({ path }: DefinitionFile, { locks, run }: Planning): LockFile {
  const lock = locks.get(dirname(path)) ?? LockFile.besides(path, run.terminal);
  locks.set(dirname(path), lock);
  return lock;
}

async function creation(file: DefinitionFile, name: string, { service, options, run, formsByName }: Planning): Promise<'create'> {
  const id = (await formsByName()).get(name);
  const message = `There is a form with the name ${JSON.stringify(name)} already. "form-collection pull ${id}" adopts it.`;
  if (id !== undefined) throw new Fault({ message, place: file.placeOf(['name']) });
  if (options.create || isInteractive(run.terminal)) return 'create';
  throw new Fault({ message: `This is no form of ${service.baseUrl} yet. Add --create to make it.`, place: file.placeOf([]) });
}

/** A key for selected forms cannot tell a form that is gone from one that it may not see. */
function recreation(formId: string, { service, options }: Planning): 'recreate' {
  if (service.capabilities.form_access_mode !== 'all')
    throw new Fault(
      `The form ${formId} is gone, or not among the forms of this key. A key for all forms tells which, and can make it anew with --recreate.`,
    );
  if (!options.recreate) throw new Fault(`The form ${formId} is gone, with its submissions. Add --recreate to make it anew.`);
  return 'recreate';
}

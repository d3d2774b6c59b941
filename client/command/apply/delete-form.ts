import { ApiError, etagOf, type GetFormResult } from '../../src/index.js';
import { Fault } from '../faults.js';
import { LockFile } from '../lock-file.js';
import { plain } from '../plain.js';
import { connect, requireScopes, type Service } from '../service/connection.js';
import { isInteractive, print, type Run } from '../terminal.js';
import type { ApplyOptions } from './apply-command.js';
import { ask } from './ask.js';
import { requireWrites } from './rights.js';

/**
 * Deletes the form that the lock file has under a name, and its entry. A form with submissions is deleted only by a person who types its name.
 * Throws a `Fault` where nothing was deleted.
 */
export async function deleteForm(name: string, files: readonly string[], options: ApplyOptions, run: Run): Promise<void> {
  if (files.length > 0) throw new Fault('--delete takes one name of the lock file, and no files.');
  const service = await connect(options, run);
  const lock = LockFile.besides(pathOf(name), run.terminal);
  const formId = formIn(lock, service, nameOf(name));
  requireScopes(service, ['forms:read', 'forms:delete', 'submissions:read']);
  requireWrites(service);
  const form = await read(service, formId);
  if (form) {
    await requireConsent(form, await submissionsOf(service, formId), options, run);
    await send(service, form);
  }
  lock.remove(service.baseUrl, nameOf(name));
  const line = `${form ? 'Deleted' : 'There was no'} form ${formId}. ${lock.path} has no entry "${nameOf(name)}" any more: commit it.`;
  print(run, options, { deleted: form !== null, form_id: formId }, [line]);
}

/** A name alone is that of a file in the folder of definitions. */
const pathOf = (name: string): string => (/[\\/]/.test(name) ? name : `forms/${name}`);
const nameOf = (name: string): string => name.split(/[\\/]/).at(-1)!;

function formIn(lock: LockFile, { baseUrl, capabilities }: Service, name: string): string {
  const account = lock.accountAt(baseUrl);
  const entry = lock.entryOf(baseUrl, name);
  if (account !== null && account !== capabilities.account_id)
    throw new Fault(`${lock.path} has the forms of the account ${account} at ${baseUrl}, and the key is of another one.`);
  if (entry === null) throw new Fault(`${lock.path} has no entry "${name}" of ${baseUrl}.`);
  if ('formId' in entry) return entry.formId;
  throw new Fault(`The creation of ${name} has not ended. Apply its file, or remove the entry from ${lock.path}.`);
}

/** Resolves with null for a form that is gone. */
async function read({ client }: Service, form: string): Promise<GetFormResult | null> {
  try {
    return await client.getForm({ path: { form } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The number of submissions, at least, in the list, the quarantine and the trash. */
async function submissionsOf({ client }: Service, form: string): Promise<number> {
  const { data: kept } = await client.countSubmissions({ query: { form, state: 'all' } });
  const { data: trashed } = await client.countSubmissions({ query: { form, state: 'all', trash: 'only' } });
  return kept.count + trashed.count;
}

async function requireConsent({ data: { name } }: GetFormResult, count: number, { yes }: ApplyOptions, { terminal }: Run): Promise<void> {
  if (yes && count === 0) return;
  const shown = `the form "${plain(name)}" with ${count === 0 ? 'no submissions' : `its submissions, those in quarantine and in the trash too (${count})`}`;
  if (!isInteractive(terminal))
    throw new Fault(count === 0 ? `Add --yes to delete ${shown}.` : `Only a person at a terminal can delete ${shown}.`);
  const answer = await ask(`Type the name of the form to delete ${shown}: `, terminal);
  if (answer !== name.trim()) throw new Fault('That is another name. Nothing was deleted.');
}

/** The repetition of a request whose answer was lost finds no form any more. */
async function send({ client }: Service, form: GetFormResult): Promise<void> {
  try {
    await client.deleteForm({ path: { form: form.data.id }, headers: { 'If-Match': etagOf(form)! } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

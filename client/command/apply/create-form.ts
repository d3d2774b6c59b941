import { randomUUID } from 'node:crypto';
import { ApiError, type Client, type CreateFormBody, type CreateFormResult } from '../../src/index.js';
import { Fault } from '../faults.js';
import { type LockEntry, type LockFile, lockLine } from '../lock-file.js';
import type { Step } from '../plan/plan.types.js';
import type { Service } from '../service/connection.js';

/** The entry of a form in the lock file. */
export interface Entry {
  lock: LockFile;
  name: string;
}

export type CreateStep = Extract<Step, { kind: 'create_form' }>;

/**
 * Creates a form. The key of the request is written to the lock file before it is sent, so that a run that ends in between is followed by one
 * that gets the same form. A refusal of the first request takes it away. The entry of the form itself is written by `keepEntry`.
 */
export async function createForm(
  { client, baseUrl, capabilities }: Service,
  step: CreateStep,
  { lock, name }: Entry,
): Promise<CreateFormResult> {
  const { name: formName, allowed_origins, validate_fields, notifications_enabled, fields } = step.form;
  const body = { name: formName, allowed_origins, validate_fields, notifications_enabled, fields } as CreateFormBody;
  const before = lock.entryOf(baseUrl, name);
  const pending = before && 'creatingKey' in before ? before.creatingKey : null;
  if (pending !== null) await refuseForgotten(client, formName!, { lock, name });
  const idempotencyKey = pending ?? randomUUID();
  const keep = (entry: LockEntry) => lock.keep(baseUrl, capabilities.account_id, name, entry);
  writing(lock, 'so that no form is created', () => keep({ creatingKey: idempotencyKey }));
  try {
    return await client.createForm({ body }, { idempotencyKey });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'idempotency_conflict') throw conflict(error as ApiError, { lock, name });
    // An earlier request with this key may have created the form, whatever this one is refused for.
    const isNew = pending === null && isRefused(error);
    if (isNew) writing(lock, 'after a refusal', () => (before === null ? lock.remove(baseUrl, name) : keep(before)));
    throw error;
  }
}

/** Writes the entry of a form that was created. Returns the reason where it cannot be kept. */
export function keepEntry({ baseUrl, capabilities }: Service, { lock, name }: Entry, formId: string): string | null {
  try {
    lock.keep(baseUrl, capabilities.account_id, name, { formId });
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return `${lock.path} cannot be written (${code}). Add "${lockLine(name, formId)}" to it, below ${baseUrl}.`;
  }
}

/** The service forgets keys after a day. A repetition would then create a second form. */
async function refuseForgotten({ listForms }: Client, formName: string, entry: Entry): Promise<void> {
  for await (const form of listForms.items({ query: { search: formName.slice(0, 100) } })) {
    const isForgotten = form.name === formName && Date.now() - Date.parse(form.created_at) > KEPT_MS;
    if (isForgotten)
      throw new Fault(`The service has the form ${form.id} of this name, which was created more than a day ago. ${mend(entry)}`);
  }
}

const KEPT_MS = 23 * 60 * 60 * 1000;

function writing({ path }: LockFile, consequence: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    throw new Fault(`${path} cannot be written (${code}), ${consequence}.`, { cause });
  }
}

/** True when the service has certainly not created the form, and a repetition will not either. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 409, 429].includes(error.status);

const conflict = ({ message }: ApiError, entry: Entry): Fault =>
  new Fault(`The creation of this form began earlier and cannot go on: ${message} ${mend(entry)}`);

const mend = ({ lock: { path }, name }: Entry): string =>
  `Where that is the form of this file, write "${name}: <id of the form>" for the entry "${name}: creating ..." of ${path}, otherwise remove the entry. Then apply again.`;

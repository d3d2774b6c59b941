import { idOf, isUuid } from '../../../src/platform/ids.rules.js';
import { Fault } from '../faults.js';
import type { LockFile } from '../lock-file.js';
import type { Service } from '../service/connection.js';

export interface PullOptions {
  all?: boolean;
  dir: string;
  format: 'yaml' | 'json';
}

/** A form to pull, with the name of its definition; null for a form that the lock file does not know. */
export interface Target {
  formId: string;
  name: string | null;
}

/** The forms that the words select: by id, all that the key sees, or those of the lock file. Throws a `Fault` when there are none. */
export async function targetsOf(words: readonly string[], { all }: PullOptions, service: Service, lock: LockFile): Promise<Target[]> {
  const names = [...lock.formsAt(service.baseUrl)];
  const targetOf = (formId: string): Target => ({ formId, name: names.find(([, id]) => id === formId)?.[0] ?? null });
  if (all && words.length > 0) throw new Fault('Give the ids of forms or --all, not both.');
  if (all) return (await idsOfAll(service)).map(targetOf);
  if (words.length > 0) return [...new Set(words.map(checkedId))].map(targetOf);
  if (names.length > 0) return names.map(([name, formId]) => ({ formId, name }));
  throw new Fault(`Which forms? ${lock.path} has none of ${service.baseUrl}. Add --all, or the ids of forms.`);
}

async function idsOfAll({ client }: Service): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of client.listForms.items({ query: { limit: 50 } })) ids.push(id);
  if (ids.length === 0) throw new Fault('The key sees no form.');
  return ids;
}

function checkedId(word: string): string {
  if (!isUuid(idOf(word)))
    throw new Fault(`"${word}" is no id of a form. Without ids, the forms of the lock file are pulled; --all pulls all.`);
  return idOf(word);
}

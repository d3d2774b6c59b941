import type { Command } from 'commander';
import { join } from 'node:path';
import { FIELD_TYPES } from '../../../src/forms/definition/field.types.js';
import { idOf, isUuid } from '../../../src/platform/ids.rules.js';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import { LOCK_NAME } from '../definition/definition-file.js';
import { Fault, faultOf, type Mistake } from '../faults.js';
import { LockFile } from '../lock-file.js';
import { baseUrlOf } from '../service/connection.js';
import type { Run, Terminal } from '../terminal.js';
import { formTypes, type TypedField, type TypedForm } from './form-types.rules.js';

const TIMEOUT_MS = 30_000;
const LOCK_PATH = join('forms', LOCK_NAME);

interface TypesOptions {
  url?: string;
}

export function addTypesCommand(program: Command, run: Run): void {
  program
    .command('types')
    .argument('[forms...]', `ids of forms, or addresses of their public schemas; by default all forms of ${LOCK_PATH}`)
    .description('Prints TypeScript with a type for the values of each form. No key is needed.')
    .option('--url <address>', 'the service, instead of FORM_COLLECTION_URL')
    .action((words: string[], options: TypesOptions) => printTypes(words, options, run));
}

/** Prints nothing unless all forms are found, so that a build does not take over half of the types. */
async function printTypes(words: readonly string[], options: TypesOptions, { terminal }: Run): Promise<void> {
  const addresses = words.length > 0 ? words.map((word) => addressOf(word, options, terminal)) : lockedAddresses(options, terminal);
  const results = await Promise.allSettled(addresses.map(publishedForm));
  const mistakes = results.flatMap((result): readonly Mistake[] => (result.status === 'rejected' ? faultOf(result.reason).mistakes : []));
  if (mistakes.length > 0) throw new Fault(mistakes);
  terminal.stdout.write(`${formTypes(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])))}\n`);
}

function addressOf(word: string, options: TypesOptions, terminal: Terminal): string {
  if (isUuid(idOf(word))) return schemaAddress(baseUrlOf(options, terminal), idOf(word));
  if (/^https?:\/\/[^\s@]+$/i.test(word)) return word;
  throw new Fault(`${word} is neither the id of a form nor the address of a public schema.`);
}

function lockedAddresses(options: TypesOptions, terminal: Terminal): string[] {
  const baseUrl = baseUrlOf(options, terminal);
  const ids = [...LockFile.besides(LOCK_PATH, terminal).formsAt(baseUrl).values()];
  if (ids.length > 0) return ids.map((id) => schemaAddress(baseUrl, id));
  throw new Fault(`${LOCK_PATH} has no form of ${baseUrl}. Name the ids of forms, or run "form-collection pull".`);
}

const schemaAddress = (baseUrl: string, id: string): string => `${baseUrl}/api/v1/forms/${id}/schema`;

/** Reads a public schema. Throws a `Fault` that names the address, which contains the id of the form. */
async function publishedForm(address: string): Promise<TypedForm> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new Fault(`${address} cannot be reached.`, { cause });
  });
  if (response.status === 404) throw new Fault(`There is no form at ${address}.`);
  if (response.status === 403) throw new Fault(`${address} answers only while its form is enabled.`);
  if (!response.ok) throw new Fault(`${address} answers ${response.status}.`);
  const body: unknown = await response.json().catch(() => null);
  const { form_id: id, title: name, fields } = isJsonObject(body) && isJsonObject(body['data']) ? body['data'] : {};
  const isSchema = typeof id === 'string' && isUuid(id) && typeof name === 'string' && Array.isArray(fields) && fields.every(isTyped);
  if (!isSchema) throw new Fault(`${address} is not the public schema of a form.`);
  return { id, name, fields };
}

const isTyped = (field: unknown): field is TypedField =>
  isJsonObject(field) && typeof field['name'] === 'string' && (FIELD_TYPES as readonly unknown[]).includes(field['type']);

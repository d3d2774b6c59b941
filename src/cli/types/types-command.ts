import type { Command } from 'commander';
import type { FormsService } from '../../forms/forms.service';
import { OperatorError, UsageError } from '../../platform/errors/operator-error';
import { idOf, isId } from '../../platform/ids.rules';
import { isJsonObject } from '../../platform/json/json.rules';
import { withServices } from '../services';
import type { Terminal } from '../terminal';
import { formTypes, type TypedField, type TypedForm } from './form-types.rules';

const SCHEMA_TIMEOUT_MS = 30_000;

interface TypesOptions {
  form: string[];
  schema: string[];
}

export function addTypesCommand(program: Command, terminal: Terminal): void {
  const repeated = (text: string, earlier: string[]) => [...earlier, text];
  const repeatedId = (text: string, earlier: string[]) => [...earlier, idOf(text)];
  program
    .command('types')
    .description('Prints TypeScript with a type for the values of each form, for websites and programs that submit to it.')
    .option('--form <id>', 'a form of this service; can be repeated', repeatedId, [])
    .option('--schema <url>', 'the address of the public schema of a form; can be repeated', repeated, [])
    .action((options: TypesOptions) => printTypes(terminal, options));
}

async function printTypes(terminal: Terminal, { form: ids, schema: addresses }: TypesOptions): Promise<void> {
  if (ids.length + addresses.length === 0) throw new UsageError('Put at least one --form or --schema.');
  const unknown = ids.find((id) => !isId(id));
  if (unknown !== undefined) throw unknownForm(unknown);
  const own = ids.length > 0 ? await withServices(terminal, ({ forms }) => ownForms(forms, ids)) : [];
  const published = await Promise.all(addresses.map(publishedForm));
  terminal.stdout.write(`${formTypes([...own, ...published])}\n`);
}

const unknownForm = (id: string) => new OperatorError(`There is no form ${id}.`);

async function ownForms(forms: FormsService, ids: readonly string[]): Promise<TypedForm[]> {
  const typed: TypedForm[] = [];
  for (const id of ids) {
    const form = await forms.find(id);
    if (!form) throw unknownForm(id);
    typed.push({ id, name: form.name, fields: await forms.fieldsOf(form) });
  }
  return typed;
}

/** Fetches a published form. Throws an `OperatorError` that names the address, which contains the id of the form. */
async function publishedForm(address: string): Promise<TypedForm> {
  const response = await fetch(address, { signal: AbortSignal.timeout(SCHEMA_TIMEOUT_MS) }).catch((cause: unknown) => {
    throw new OperatorError(`${address} cannot be reached.`, { cause });
  });
  if (!response.ok) throw new OperatorError(`${address} answers ${response.status}.`);
  const body = (await response.json().catch(() => null)) as { data?: PublishedSchema } | null;
  const { form_id: id, title: name, fields } = body?.data ?? {};
  const isSchema = typeof id === 'string' && typeof name === 'string' && Array.isArray(fields) && fields.every(isJsonObject);
  if (!isSchema) throw new OperatorError(`${address} is not the public schema of a form.`);
  return { id, name, fields };
}

interface PublishedSchema {
  form_id?: string;
  title?: string;
  fields?: TypedField[];
}

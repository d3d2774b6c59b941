import type { Command } from 'commander';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkDefinition } from '../check/check-definition.js';
import { parseDefinition } from '../definition/definition-file.js';
import { newDefinitionText } from '../definition/new-definition.js';
import { Fault } from '../faults.js';
import { LockFile } from '../lock-file.js';
import { baseUrlOf, type ConnectionOptions } from '../service/connection.js';
import { JSON_OPTION, print, type PrintOptions, type Run, type Terminal } from '../terminal.js';
import { parseHtml } from './document.js';
import { chosenForm } from './chosen-form.js';
import { fileNameFor, formNameOf } from './form-name.js';
import { readForm } from './read-form.js';
import { readPage } from './read-page.js';
import { type Endpoint, linesOf } from './report.js';

interface FromHtmlOptions extends PrintOptions, Pick<ConnectionOptions, 'url'> {
  form?: string;
  name?: string;
  dir: string;
  force?: boolean;
  stdout?: boolean;
}

export function addFromHtmlCommand(program: Command, run: Run): void {
  program
    .command('from-html')
    .argument('<page>', 'a file with a page in HTML, or the address of one')
    .description('Writes a file from the form of a page, and prints the lines to change in the page. No key is needed.')
    .option('--form <form>', 'the id, the name or the number of the form in the page')
    .option('--name <name>', 'the name of the file, by default that of the form')
    .option('--dir <folder>', 'the folder of the file', 'forms')
    .option('--force', 'overwrite a file that is there')
    .option('--stdout', 'print the file instead of writing it; the lines to change go to standard error')
    .option('--url <address>', 'the service, instead of FORM_COLLECTION_URL')
    .option(...JSON_OPTION)
    .action((word: string, options: FromHtmlOptions) => fromHtml(word, options, run));
}

async function fromHtml(word: string, options: FromHtmlOptions, run: Run): Promise<void> {
  const { terminal } = run;
  const page = await readPage(word, terminal);
  const html = parseHtml(page.text, page.name);
  const form = chosenForm(html, options.form);
  const name = fileName(options.name ?? fileNameFor(formNameOf(form, html)));
  const path = join(options.dir, `${name}.yaml`);
  const endpoint = endpointOf(path, name, options, terminal);
  const found = readForm(form, html, page, endpoint.address);
  const text = newDefinitionText(found.definition, 'yaml');
  const { mistakes } = checkDefinition(parseDefinition(path, text), null);
  if (mistakes.length > 0) throw new Fault(mistakes);
  if (!options.stdout) writeNew(path, text, options, terminal);
  const lines = linesOf(found, endpoint, options.stdout ? null : path);
  if (options.stdout && !options.json) {
    terminal.stdout.write(text);
    terminal.stderr.write(`${lines.join('\n')}\n`);
  } else print(run, options, { file: options.stdout ? null : path, ...found }, lines);
}

function fileName(name: string): string {
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name)) throw new Fault('--name takes letters, digits, hyphens and underscores.');
  return name;
}

/** The address to which the page sends the form, by the lock file where the form has been applied. */
function endpointOf(path: string, name: string, options: FromHtmlOptions, terminal: Terminal): Endpoint {
  const isSet = options.url !== undefined || Boolean(terminal.env['FORM_COLLECTION_URL']);
  const baseUrl = isSet ? baseUrlOf(options, terminal) : 'https://forms.example.com';
  const entry = isSet ? LockFile.besides(path, terminal).entryOf(baseUrl, name) : null;
  const id = entry && 'formId' in entry ? entry.formId : null;
  return { address: `${baseUrl}/api/v1/forms/${id ?? 'FORM_ID'}/submit`, isKnown: id !== null };
}

/** Another file of the same name is never lost. */
function writeNew(path: string, text: string, { dir, force }: FromHtmlOptions, { cwd }: Terminal): void {
  const place = resolve(cwd, path);
  try {
    if (!force && existsSync(place)) throw new Fault(`${path} is there already. Give another --name, or --force to overwrite it.`);
    mkdirSync(resolve(cwd, dir), { recursive: true });
    writeFileSync(place, text, { flag: force ? 'w' : 'wx' });
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault(`${path} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

// Writes the generated part of the client from openapi.json: node scripts/client.mjs. With --check it only says whether that would change it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { redocly } from './redocly.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'client/src/generated');
const api = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));

const folder = mkdtempSync(join(tmpdir(), 'client-'));
const files = { 'error-codes.ts': errorCodes(), 'api.ts': generated() };
rmSync(folder, { recursive: true });

if (process.argv.includes('--check')) {
  const changed = Object.keys(files).filter((name) => files[name] !== readFileSync(join(target, name), 'utf8'));
  if (changed.length > 0) console.error(`${changed.join(' and ')} of the client would change. Run "npm run generate" and commit it.`);
  process.exitCode = changed.length > 0 ? 1 : 0;
} else {
  mkdirSync(target, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(target, name), text);
}

/**
 * The document after Redocly. The client makes idempotency keys by itself, and it needs no table of the headers of answers.
 */
function generated() {
  const document = structuredClone(api);
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    for (const parameter of operation.parameters ?? []) if (parameter.name === 'Idempotency-Key') parameter.required = false;
    for (const response of Object.values(operation.responses)) delete response.headers;
  }
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const output = join(folder, 'api.ts');
  const words = ['generate-client', join(folder, 'openapi.json'), '--output', output, '--args-style', 'grouped'];
  const { status, stderr } = redocly(...words);
  if (status !== 0) throw new Error(stderr);
  // a parameter that stands for many, which differ in the end of their names
  return readFileSync(output, 'utf8').replaceAll(/"(\w+)\.\{field\}"\?: string;/g, '[$1: `$1.${string}`]: string | undefined;');
}

/** The names of the examples of an error response are its codes. */
function errorCodes() {
  const codesOf = ({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([, { $ref, ...response }]) => ($ref ? api.components.responses[$ref.split('/').at(-1)] : response))
      .flatMap(({ content }) => Object.keys(content['application/json'].examples));
  const union = (operation) =>
    codesOf(operation)
      .map((code) => `'${code}'`)
      .join(' | ');
  const lines = operations.map((operation) => `  ${operation.operationId}: ${union(operation)};`);
  return `// Written by scripts/client.mjs; do not edit.

/** The codes that each operation may answer. */
export interface ErrorCodes {
${lines.join('\n')}
}

/** An operation of the API, by its name. */
export type Operation = keyof ErrorCodes;

/** The codes that an operation may answer, or any operation. The service may get new ones. */
export type ErrorCodeOf<Name extends Operation = Operation> = ErrorCodes[Name];
`;
}

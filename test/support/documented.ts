import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Answer } from './api';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; description?: string; schema: { type?: string } }[];
  requestBody?: {
    content: Record<
      string,
      { schema: { $ref?: string; example?: object }; examples?: Record<string, { value: object }> }
    >;
  };
  responses: Record<string, Response>;
}

interface Response {
  content?: { 'application/json'?: { schema: object; examples?: object } };
}

interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: object }> };
}

export const apiDocument = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as ApiDocument;

const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
ajv.addSchema(fromOpenApi(apiDocument) as object, 'document');
const checks = new Map<string, ValidateFunction>();

/** Fails when the API document does not describe this answer: its status or the shape of its body. */
export function expectDocumented(method: string, path: string, { status, body }: Answer): void {
  const template = templateOf(path.split('?')[0]!);
  const operation = template && apiDocument.paths[template]?.[method.toLowerCase()];
  if (!operation) return; // unknown addresses and methods are not documented
  const response = operation.responses[String(status)];
  if (!response)
    throw new Error(
      `The API document does not tell that ${method} ${template} can answer ${status}: ${JSON.stringify(body)}`,
    );
  if (!response.content?.['application/json']) return;
  const check = checkOf(
    `document#/paths/${escape(template)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`,
  );
  expectKnownCode(response, body, `${method} ${template}`);
  if (!check(body))
    throw new Error(
      `${method} ${template} answered ${status} in a shape that the API document does not tell of: ${ajv.errorsText(check.errors)}`,
    );
}

/** The examples of an error response are its codes. */
function expectKnownCode({ content }: Response, { error }: Answer['body'], operation: string): void {
  if (!error || error.code in (content?.['application/json']?.examples ?? {})) return;
  throw new Error(`The API document does not tell that ${operation} can answer ${error.code}.`);
}

function checkOf(reference: string): ValidateFunction {
  const known = checks.get(reference) ?? ajv.compile({ $ref: reference });
  checks.set(reference, known);
  return known;
}

const escape = (template: string): string => encodeURIComponent(template.replaceAll('~', '~0').replaceAll('/', '~1'));

function templateOf(path: string): string | undefined {
  const segments = path.split('/');
  const fits = (template: string) => {
    const parts = template.split('/');
    return (
      parts.length === segments.length && parts.every((part, index) => part.startsWith('{') || part === segments[index])
    );
  };
  const fitting = Object.keys(apiDocument.paths).filter(fits);
  return fitting.sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

/** Converts `nullable` of OpenAPI 3.0 to a further type or branch of JSON Schema. */
function fromOpenApi(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(fromOpenApi);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, fromOpenApi(value)]),
  );
  if (nullable !== true) return rest;
  return { anyOf: [rest, { type: 'null' }] };
}

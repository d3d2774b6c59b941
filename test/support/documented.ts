import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import type { Options, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import OpenAPIBackend from 'openapi-backend';
import type { Document } from 'openapi-backend';
import type { Answer } from './api';

interface Operation {
  operationId: string;
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    description?: string;
    schema: { type?: string; anyOf?: object[]; enum?: string[] };
  }[];
  requestBody?: {
    content: Record<
      string,
      { schema: { $ref?: string; example?: object }; examples?: Record<string, { value: object }> }
    >;
  };
  responses: Record<string, Response>;
}

interface Response {
  headers?: Record<string, { required?: boolean }>;
  content?: { 'application/json'?: { schema: object; examples?: object } };
}

interface ApiDocument {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, { properties: Record<string, object>; additionalProperties?: boolean }> };
}

/** A request as it was sent. */
export interface SentRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

export const apiDocument = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as ApiDocument;

const AJV_OPTIONS: Options = { strict: false, allErrors: true, validateSchema: false }; // the document is linted

/** Finds operations and validates requests. Validators are compiled when an operation is called for the first time. */
const backend = new OpenAPIBackend({
  definition: structuredClone(apiDocument) as unknown as Document,
  quick: true,
  ajvOpts: AJV_OPTIONS,
  customizeAjv: (ajv) => addFormats(ajv),
});
const started = backend.init();

/**
 * Fails when the API document does not describe this exchange: the status, the error code, the headers and the body of any answer, and
 * everything about a request that succeeded. Requests that were refused may be more or less than the document allows.
 */
export async function expectDocumented(request: SentRequest, answer: Answer): Promise<void> {
  await started;
  const operation = backend.router.matchOperation(request);
  const isOtherAddress = request.path.split('?')[0]!.endsWith('/'); // which the router takes for the same
  if (!operation || isOtherAddress) return; // unknown addresses and methods are not documented
  const responses = operation.responses as Operation['responses'];
  const response = responses[String(answer.status)];
  const code = answer.body.error?.code;
  const faults = [
    ...(response ? responseFaults(response, answer) : ['the status is not documented']),
    ...(code && !(code in (response?.content?.['application/json']?.examples ?? {}))
      ? [`${code} is not documented`]
      : []),
    ...(response
      ? schemaFaults(`/paths/${escaped(operation.path)}/${operation.method}/responses/${answer.status}`, answer)
      : []),
    ...(answer.status < 300 ? faultsIn(backend.validator.validateRequest(comparable(request), operation)) : []),
  ];
  if (faults.length === 0) return;
  const exchange = `${operation.operationId} (${request.method} ${request.path}) answered ${answer.status}`;
  throw new Error(
    `The API document does not describe that ${exchange}:\n${faults.join('\n')}\n${JSON.stringify(answer.body)}`,
  );
}

/** What the API document does not allow in the body of a webhook. Bodies that a workflow makes up by itself are no events. */
export function eventFaults(body: string): string[] {
  const event = parsed(body);
  if (!event || typeof event.type !== 'string' || !(event.type in apiDocument.webhooks)) return [];
  const operation = `/webhooks/${escaped(event.type)}/post`;
  const validate = bodySchema(`${operation}/requestBody/content/application~1json/schema`);
  validate(event);
  return faultsIn({ errors: validate.errors });
}

function parsed(text: string): { type?: unknown } | null {
  try {
    return JSON.parse(text) as { type?: unknown } | null;
  } catch {
    return null;
  }
}

/**
 * The service removes white space around names and labels before it checks them, skips a byte order mark, and reads
 * forms as their fields.
 */
function comparable({ body, ...request }: SentRequest): never {
  const type = request.headers['content-type'];
  if (type?.startsWith('application/x-www-form-urlencoded')) {
    return { ...request, body: Object.fromEntries(new URLSearchParams(String(body))) } as never;
  }
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  if (isText && body.length > 0 && /\bjson/i.test(type ?? 'json')) {
    return { ...request, body: JSON.parse(body.toString().replace(/^\uFEFF/, '')) as unknown } as never;
  }
  if (body === '') return { ...request } as never;
  if (isText || typeof body !== 'object') return { ...request, body } as never;
  const trimmed: unknown = JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === 'string' ? value.trim() : value,
  );
  return { ...request, body: trimmed } as never;
}

/** Headers that the API promises. Those that every server sends are not documented. */
const PROMISED = [
  'x-request-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'etag',
  'location',
  'allow',
  'idempotency-replayed',
  'original-request-id',
];

function responseFaults({ headers = {}, content }: Response, answer: Answer): string[] {
  const documented = new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));
  const type = answer.headers['content-type']?.split(';')[0];
  return [
    ...PROMISED.filter((name) => answer.headers[name] !== undefined && !documented.has(name)).map(
      (name) => `the header ${name} is not documented`,
    ),
    ...[...documented]
      .filter(([name, { required }]) => required && answer.headers[name] === undefined)
      .map(([name]) => `the header ${name} is missing`),
    ...(type === undefined || type in (content ?? {}) ? [] : [`the content type ${type} is not documented`]),
  ];
}

/** What the schemas of the response at this JSON pointer do not allow. */
function schemaFaults(pointer: string, { body, headers }: Answer): string[] {
  const response = target(pointer);
  const { headers: documented = {}, content } = valueAt<Response>(response);
  const validateBody = content?.['application/json'] && bodySchema(`${response}/content/application~1json/schema`);
  validateBody?.(body);
  return [
    ...faultsIn({ errors: validateBody?.errors }),
    ...Object.keys(documented).flatMap((name) => {
      const validateHeader = headerSchema(`${target(`${response}/headers/${escaped(name)}`)}/schema`);
      validateHeader({ value: headers[name.toLowerCase()] });
      return faultsIn({ errors: validateHeader.errors }).map((fault) => `header ${name}: ${fault}`);
    }),
  ];
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const valueAt = <Value>(pointer: string): Value =>
  pointer
    .split('/')
    .slice(1)
    .reduce<any>((value, key) => value[key.replaceAll('~1', '/').replaceAll('~0', '~')], apiDocument) as Value;

/** The pointer to what a reference at this pointer refers to. */
const target = (pointer: string): string => valueAt<{ $ref?: string }>(pointer).$ref?.slice(1) ?? pointer;

const bodySchema = schemasOf({}, (schema) => schema);
/** Headers are texts, which are converted to the type of the schema. */
const headerSchema = schemasOf({ coerceTypes: true }, (value) => ({ type: 'object', properties: { value } }));

/** Compiles each schema of the document when it is needed for the first time. Schemas that others refer to are compiled once. */
function schemasOf(options: Options, schemaFor: (reference: object) => object): (pointer: string) => ValidateFunction {
  const ajv = addFormats(new Ajv({ ...AJV_OPTIONS, ...options })).addSchema(apiDocument, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile(schemaFor({ $ref: `document#${encodeURI(pointer)}` }));
    compiled.set(pointer, validate);
    return validate;
  };
}

const faultsIn = ({ errors }: { errors?: { instancePath: string; message?: string }[] | null }): string[] =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

import type { ValidateFunction } from 'ajv';
import type { Answer } from './api';
import {
  apiDocument,
  bodySchema,
  documentedOperation,
  escaped,
  type FoundOperation,
  headerSchema,
  parametersSchema,
  type Response,
  target,
  valueAt,
} from './api-document';

/** A request as it was sent. */
export interface SentRequest {
  method: string;
  /** The path with its query. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/**
 * Fails when the API document does not describe this exchange: the status, the error code, the headers and the body of any answer, and
 * everything about a request that succeeded. Requests that were refused may be more or less than the document allows.
 */
export function expectDocumented(request: SentRequest, answer: Answer): void {
  const found = documentedOperation(request.method, request.path);
  if (!found) return; // unknown addresses and methods are not documented
  const { operation, pointer } = found;
  const documented = operation.responses[String(answer.status)] && target(`${pointer}/responses/${answer.status}`);
  const response = documented ? valueAt<Response>(documented) : undefined;
  const code = answer.body.error?.code;
  const faults = [
    ...(documented ? responseFaults(documented, answer) : ['the status is not documented']),
    ...(code && !(code in (response?.content?.['application/json']?.examples ?? {})) ? [`${code} is not documented`] : []),
    ...(documented ? schemaFaults(documented, answer) : []),
    ...(answer.status < 300 ? requestFaults(request, found) : []),
  ];
  if (faults.length === 0) return;
  const exchange = `${operation.operationId} (${request.method} ${request.path}) answered ${answer.status}`;
  throw new Error(`The API document does not describe that ${exchange}:\n${faults.join('\n')}\n${JSON.stringify(answer.body)}`);
}

/** The faults of the body of a webhook by the API document. Bodies that a workflow makes up by itself are no events. */
export function eventFaults(body: string): string[] {
  const event = parsed(body);
  if (!event || typeof event.type !== 'string' || !(event.type in apiDocument.webhooks)) return [];
  const operation = `/webhooks/${escaped(event.type)}/post`;
  const validate = bodySchema(`${operation}/requestBody/content/application~1json/schema`);
  validate(event);
  return faultsIn(validate);
}

function parsed(text: string): { type?: unknown } | null {
  try {
    return JSON.parse(text) as { type?: unknown } | null;
  } catch {
    return null;
  }
}

/** The faults by the document of a request that the service has accepted: of its parameters, and of a body that is JSON or a form. */
function requestFaults({ method, path, headers, body }: SentRequest, found: FoundOperation): string[] {
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  const header = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const ofPath = Object.entries(found.parameters).map(([name, value]) => [name, decodeURIComponent(value)]);
  const validateParameters = parametersSchema(found.pointer);
  validateParameters({ path: Object.fromEntries(ofPath), query, header });
  const value = comparableBody(header['content-type'], body);
  const validateBody = value === undefined ? undefined : requestBodySchema(found);
  validateBody?.(value);
  const isMissing = value === undefined && body === undefined && found.operation.requestBody?.required;
  return [...faultsIn(validateParameters), ...faultsIn(validateBody), ...(isMissing ? [`${method} takes a body`] : [])];
}

/**
 * The service removes white space around names and labels before it checks them, skips a byte order mark, and reads forms as their fields.
 * Of other bodies, undefined.
 */
function comparableBody(type: string | undefined, body: unknown): unknown {
  if (type?.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(String(body)));
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const isJson = body.length > 0 && /\bjson\b/i.test(type ?? 'json');
    return isJson ? JSON.parse(body.toString().replace(/^\uFEFF/, '')) : undefined;
  }
  if (body === undefined) return undefined;
  return JSON.parse(JSON.stringify(body), (_, value: unknown) => (typeof value === 'string' ? value.trim() : value));
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
  'accept',
  'accept-encoding',
  'content-disposition',
  'idempotency-replayed',
  'original-request-id',
];

/** The headers and the type of an answer that the response at this JSON pointer does not allow. */
function responseFaults(response: string, answer: Answer): string[] {
  const { headers = {}, content } = valueAt<Response>(response);
  const documented = new Map(
    Object.keys(headers).map((name) => [
      name.toLowerCase(),
      valueAt<{ required?: boolean }>(target(`${response}/headers/${escaped(name)}`)),
    ]),
  );
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

/** The faults by the schemas of the response at this JSON pointer. */
function schemaFaults(response: string, { body, headers }: Answer): string[] {
  const { headers: documented = {}, content } = valueAt<Response>(response);
  const validateBody = content?.['application/json'] && bodySchema(`${response}/content/application~1json/schema`);
  validateBody?.(body);
  return [
    ...faultsIn(validateBody),
    ...Object.keys(documented).flatMap((name) => {
      const validateHeader = headerSchema(`${target(`${response}/headers/${escaped(name)}`)}/schema`);
      validateHeader({ value: headers[name.toLowerCase()] });
      return faultsIn(validateHeader).map((fault) => `header ${name}: ${fault}`);
    }),
  ];
}

/** The schema of the first of these types that the operation takes: of one that takes several, each is the same. */
function requestBodySchema({ operation, pointer }: FoundOperation): ValidateFunction | undefined {
  const type = ['application/json', 'multipart/form-data'].find((each) => each in (operation.requestBody?.content ?? {}));
  return type ? bodySchema(`${pointer}/requestBody/content/${escaped(type)}/schema`) : undefined;
}

const faultsIn = (validate?: ValidateFunction): string[] =>
  (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

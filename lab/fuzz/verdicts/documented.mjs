import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiDocument, operationOf } from '../generate/document.mjs';
import { targetOf } from '../generate/request.mjs';

const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
addFormats(ajv);
ajv.addSchema({ $id: 'api', ...apiDocument });
const validators = new Map();

/** What the API document does not allow about the answer to a request; nothing for addresses that it does not describe. */
export function documentedFaults(request, answer) {
  const operation = operationOf(request.method, targetOf(request));
  if (operation === null) return [];
  const response = operation.responses[String(answer.status)];
  if (!response) return [`${operation.id} is not documented to answer ${answer.status}.`];
  const media = response.content?.['application/json'];
  const code = answer.json?.error?.code;
  const type = answer.headers['content-type']?.split(';')[0];
  return [
    ...(code && !(code in (media?.examples ?? {})) ? [`${operation.id} is not documented to answer ${code}.`] : []),
    ...(type && !(type in (response.content ?? {})) ? [`${operation.id} is not documented to answer ${type}.`] : []),
    ...(answer.json && media ? schemaFaults(`${operation.id} ${answer.status}`, media.schema, answer.json) : []),
    ...headerFaults(response.headers ?? {}, answer.headers),
    ...(answer.status < 300 ? requestFaults(operation, request) : []),
  ];
}

function headerFaults(documented, sent) {
  const names = new Map(Object.entries(documented).map(([name, header]) => [name.toLowerCase(), header]));
  return [
    ...PROMISED.filter((name) => sent[name] !== undefined && !names.has(name)).map((name) => `${name} is not documented.`),
    ...[...names].filter(([name, { required }]) => required && sent[name] === undefined).map(([name]) => `${name} is missing.`),
  ];
}

const PROMISED = [
  ...['x-request-id', 'ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate', 'etag', 'location', 'allow'],
  ...['idempotency-replayed', 'original-request-id'],
];

/** A request that succeeded has to be one that the document allows. */
function requestFaults(operation, { body, headers }) {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const media = operation.content?.['application/json'];
  if (!body?.length || !/json/i.test(type) || !media) return []; // files, such as ndjson, are no texts of JSON
  const { schema } = media;
  return schemaFaults(`${operation.id} request`, schema, trimmed(body)).map((fault) => `It was accepted, but ${fault}`);
}

/** The service removes white space around names and labels before it checks them, and skips a byte order mark. */
const trimmed = (body) =>
  JSON.parse(body.toString().replace(/^\ufeff/, ''), (_, value) => (typeof value === 'string' ? value.trim() : value));

function schemaFaults(name, schema, value) {
  if (!validators.has(name)) validators.set(name, ajv.compile(absolute(schema)));
  const validate = validators.get(name);
  if (validate(value)) return [];
  return validate.errors.slice(0, 5).map(({ instancePath, message }) => `${name}: ${instancePath} ${message}.`);
}

const absolute = (schema) => JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/'));

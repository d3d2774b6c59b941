import { randomUUID } from 'node:crypto';
import { OPERATIONS } from './document.mjs';
import { mutatedBytes, mutatedText, mutatedValue } from './json.mjs';
import { fieldValue, submissionBody } from './submission.mjs';
import { MUTATIONS } from './mutations.mjs';
import { valueOf } from './values.mjs';

/** Operations that remove what others need are called less often, and the busiest one more often. */
const WEIGHTS = { submitForm: 4, deleteForm: 0.2, deleteField: 0.5, deleteSubmission: 0.2, deleteFile: 0.1 };

const LOTS = OPERATIONS.flatMap((operation) => Array(10 * (WEIGHTS[operation.id] ?? 1)).fill(operation));

/** A request of an operation on a resource, valid by the API document or with a few mutations. */
export function makeRequest(resources, random) {
  const operation = random.pick(LOTS);
  const entry = resources.pick();
  const request = validRequest(operation, entry, resources, random);
  for (let count = random.pick([0, 0, 1, 1, 1, 2]); count > 0; count -= 1) {
    random.pick(request.body === null ? MUTATIONS.withoutBody : MUTATIONS.withBody)(request, entry, random, resources);
  }
  return { ...request, operation, entry };
}

/** `target` is the path with its query; `headers` are lines as they are sent. */
function validRequest(operation, entry, resources, random) {
  const request = {
    method: operation.method,
    segments: operation.segments.map((segment, index) => segmentOf(segment, operation.segments[index - 1], entry, random)),
    query: queryOf(operation, entry, random),
    headers: headersOf(operation, entry, resources, random),
    body: null,
  };
  const body = operation.content && bodyOf(operation, entry, random);
  if (!body) return request;
  request.headers.push(['Content-Type', body.type]);
  request.body = body.bytes ?? Buffer.from(body.text);
  return request;
}

function segmentOf(segment, previous, entry, random) {
  if (!segment.startsWith('{')) return segment;
  const known = KNOWN[previous === 'files' && segment === '{token}' ? 'token' : previous]?.(entry, random);
  return known ?? random.uuid();
}

/** Real ids by the segment before them. */
const KNOWN = {
  forms: (entry) => entry.form,
  fields: (entry, random) => random.pick(entry.fields)?.id,
  submissions: (entry, random) => (random.chance(0.3) ? entry.files[0][0] : random.pick(entry.submissions)),
  files: (entry) => entry.files[0][1],
  'workflow-runs': (entry, random) => random.pick(entry.runs),
  versions: (entry, random) => random.pick(entry.versions),
  'signing-secrets': (entry, random) => random.pick(entry.nodes),
  token: (entry, random) => random.pick(entry.linkTokens),
};

function queryOf({ parameters }, entry, random) {
  const sent = parameters.filter((parameter) => parameter.in === 'query' && random.chance(0.25));
  return sent.map(({ name, schema }) => [name, encodeURIComponent(String(queryValue(name, schema, entry, random)))]);
}

function queryValue(name, schema, entry, random) {
  if (name === 'cursor' && entry.cursors.length > 0) return random.pick(entry.cursors);
  return name === 'submission_id' ? random.pick(entry.submissions) : valueOf(schema, random);
}

function headersOf(operation, entry, resources, random) {
  const headers = [['Host', 'localhost']];
  if (!operation.isPublic) headers.push(['Authorization', `Bearer ${resources.key}`]);
  for (const { name, required, in: place } of operation.parameters) {
    if (place === 'header' && (required || random.chance(0.3))) headers.push([name, headerValue(name, entry, random)]);
  }
  return headers;
}

function headerValue(name, entry, random) {
  if (name === 'X-Submission-Token') return entry.token;
  if (name === 'Idempotency-Key') return randomUUID();
  return random.chance(0.7) ? '*' : random.pick(entry.etags);
}

function bodyOf(operation, entry, random) {
  if (operation.id === 'submitForm') return withMutatedText(submissionBody(entry.fields, random), random);
  const types = Object.keys(operation.content);
  const content = operation.content[types[0]];
  const example = content.examples?.example?.value;
  const value = SPECIAL[operation.id]?.(entry, random) || (example && random.chance(0.4) ? structuredClone(example) : null);
  return withMutatedText({ type: random.pick(types), value: value || valueOf(content.schema, random) }, random);
}

/** Bodies that have to fit what is stored. */
const SPECIAL = {
  createForm: (_, random) => random.chance(0.5) && { name: random.text(8), validate_fields: true, notifications_enabled: false },
  createField: (_, random) => random.chance(0.6) && { name: `f${random.text(6)}`, type: random.pick(FIELD_TYPES), required: false },
  reorderFields: ({ fields }) => ({ order: fields.map(({ id }) => Number(id)).reverse() }),
  replaceWorkflowDraft: ({ definition }, random) => random.chance(0.8) && { definition: structuredClone(definition) },
  testWorkflow: ({ fields, submissions }, random) =>
    random.pick([
      { source: 'sample' },
      { source: 'recent_submission' },
      { source: 'recent_submission', submission_id: submissions[0] },
      { source: 'manual', fields: Object.fromEntries(fields.map((field) => [field.name, fieldValue(field, random)])) },
    ]),
  updateForm: (_, random) => random.chance(0.5) && { status: random.chance(0.8) ? 'enabled' : 'disabled' },
};

const FIELD_TYPES = ['string', 'number', 'date', 'boolean', 'array', 'file'];

function withMutatedText({ type, value, text, bytes }, random) {
  if (bytes) return { type, bytes };
  let changed = value;
  for (let count = random.pick([0, 0, 0, 1, 1, 2, 3]); count > 0 && value !== undefined; count -= 1) {
    changed = mutatedValue(changed, random);
  }
  let written = text ?? JSON.stringify(changed);
  if (random.chance(0.06)) written = mutatedText(written, random);
  const encoded = Buffer.from(written);
  return { type, bytes: random.chance(0.03) ? mutatedBytes(encoded, random) : encoded };
}

/** The bytes of a request. Its framing is always right, so that the connection can be used again. */
export function bytesOf({ method, segments, query, headers, body }) {
  const target = targetOf({ segments, query });
  const length = body === null ? [] : [['Content-Length', String(body.length)]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return body === null ? head : Buffer.concat([head, body]);
}

export function targetOf({ segments, query }) {
  const pairs = query.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&');
  return `/${segments.join('/')}${query.length > 0 ? `?${pairs}` : ''}`;
}

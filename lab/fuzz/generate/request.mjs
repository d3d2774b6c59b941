import { randomUUID } from 'node:crypto';
import { clientOf } from '../../support/client.mjs';
import { submissionBody } from './submission.mjs';
import { mutatedBytes, mutatedText } from './text.mjs';

const FORM = { validate_fields: true, notifications_enabled: false };
const FIELDS = [
  { name: 'email', type: 'string', validation: 'email', required: true },
  { name: 'budget', type: 'number' },
  { name: 'newsletter', type: 'boolean' },
  { name: 'topics', type: 'array', options: ['sales', 'press'] },
  { name: 'since', type: 'date' },
  { name: 'cv', type: 'file' },
];

/** A form with a field of each type, and what requests to it need. */
export async function makeResources(service, stored) {
  const { call } = clientOf(service.url, service.key);
  const { data } = await call('POST', '/v1/forms', { ...FORM, name: 'Fuzzed', allowed_origins: [], fields: FIELDS });
  stored.noteCreated(data);
  await call('PATCH', `/v1/forms/${data.id}`, { status: 'enabled' }, { 'if-match': '*' });
  return { form: data.id, fields: data.fields, key: service.key, token: data.submission_token };
}

/** A request that the service understands, but for a few mutations of its body: a submission in every second case. */
export function makeRequest(resources, random) {
  const { form, key } = resources;
  if (random.chance(0.5)) return submission(resources, random);
  const { method, target, body } = random.pick(CALLS)(form, random);
  const headers = [['Host', 'localhost']];
  headers.push(['Authorization', `Bearer ${key}`], ['Idempotency-Key', randomUUID()], ['If-Match', '*']);
  if (body === undefined) return { method, target, headers, body: null };
  return withBody({ method, target, headers }, { type: 'application/json', text: JSON.stringify(body) }, random);
}

const CALLS = [
  () => ({ method: 'GET', target: '/v1/forms?limit=5' }),
  (form) => ({ method: 'GET', target: `/v1/forms/${form}` }),
  (form) => ({ method: 'GET', target: `/v1/forms/${form}/submissions?limit=5` }),
  (form) => ({ method: 'GET', target: `/api/v1/forms/${form}/schema` }),
  (form) => ({ method: 'GET', target: `/f/${form}` }),
  (_, random) => ({ method: 'POST', target: '/v1/forms', body: { ...FORM, name: random.text(8) } }),
  (form, random) => ({ method: 'PATCH', target: `/v1/forms/${form}`, body: { name: random.text(8) } }),
  (form, random) => ({ method: 'PATCH', target: `/v1/forms/${form}/settings`, body: { spam: { max_links: random.whole(0, 9) } } }),
  (form) => ({ method: 'PUT', target: `/v1/forms/${form}/workflow/draft`, body: { definition: DEFINITION } }),
];

const DEFINITION = { schema_version: 1, nodes: [{ id: 'start', type: 'submission_received', config: {} }], edges: [] };

function submission({ form, fields, token }, random) {
  const headers = [['Host', 'localhost']];
  if (random.chance(0.2)) headers.push(['X-Submission-Token', random.pick([token, token, `${token}x`, ''])]);
  if (random.chance(0.5)) headers.push(['Idempotency-Key', random.pick([randomUUID(), randomUUID(), 'same', ''])]);
  const request = { method: 'POST', target: `/api/v1/forms/${form}/submit`, headers };
  return withBody(request, submissionBody(fields, random), random);
}

function withBody(request, { type, text, bytes }, random) {
  const written = bytes ?? Buffer.from(random.chance(0.2) ? mutatedText(text, random) : text);
  const body = random.chance(0.05) ? mutatedBytes(written, random) : written;
  return { ...request, headers: [...request.headers, ['Content-Type', type]], body };
}

/** The bytes of a request. Its framing is always right, so that the connection can be used again. */
export function bytesOf({ method, target, headers, body }) {
  const length = body === null ? [] : [['Content-Length', String(body.length)]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return body === null ? head : Buffer.concat([head, body]);
}

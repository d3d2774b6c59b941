import { HOSTILE_NUMBERS, HOSTILE_TEXTS } from './hostile.mjs';

/** Changes of a request that keep its framing intact. */

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'];

const method = (request, _, random) => (request.method = random.pick(METHODS));

function segment(request, _, random) {
  const index = random.below(request.segments.length);
  const change = random.pick([
    (text) => random.pick(HOSTILE_SEGMENTS) ?? text,
    (text) => text.toUpperCase(),
    (text) => `${text}/`,
    (text) => `/${text}`,
    (text) => `${text}%00`,
    (text) => text.slice(0, -1),
    (text) => text.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`),
    () => encoded(random.pick(HOSTILE_TEXTS)),
    () => random.uuid(),
    () => String(random.pick(HOSTILE_NUMBERS)),
  ]);
  request.segments[index] = change(request.segments[index]);
}

const HOSTILE_SEGMENTS = [
  ...['.', '..', '%2e%2e', '%2f', '%5c', '%', '%zz', '%ff', '%c0%af', '%ed%a0%80', '%00', '*', ';a=b', 'a;b', '~'],
  ...['\\', '|', '"', '<', '%0d%0a', '1e3', '01', '+1', '-1', '99999999999999999999', '__proto__', 'constructor'],
  ...['thanks', 'style.css', 'embed.js', 'docs', 'openapi.json', 'reorder', 'x'.repeat(300)],
];

/** Another tenant's and other forms' ids are refused like unknown ones. */
const otherEntry = (request, entry, _, resources) => {
  const other = resources.pick();
  request.segments = request.segments.map((text) => (text === entry.form ? other.form : text));
};

function query(request, entry, random) {
  const names = ['limit', 'cursor', 'search', 'status', 'received_after', 'created_before', 'submission_id', 'x', '__proto__', ''];
  const name = random.chance(0.5) ? random.pick(request.query)?.[0] : undefined;
  const value = random.pick([
    () => encoded(random.pick(HOSTILE_TEXTS)),
    () => String(random.pick(HOSTILE_NUMBERS)),
    () => random.pick(['%', '%zz', '%ff', '%00', '+', 'a&a', '[]', '', null, '0', '51', '1e1', ' 1'.trim(), '1_0']),
    () => mutatedCursor(random.pick(entry.cursors) ?? 'AAAA', random),
  ])();
  request.query.push([(name ?? random.pick(names)) + (random.chance(0.1) ? random.pick(['[]', '[a]', '[__proto__]']) : ''), value]);
  if (random.chance(0.02)) for (let n = 0; n < 1_500; n += 1) request.query.push(['a', '']);
}

function mutatedCursor(cursor, random) {
  const at = random.below(cursor.length);
  return encoded(cursor.slice(0, at) + random.text(1) + cursor.slice(at + random.whole(0, 2)));
}

const encoded = (text) => encodeURIComponent(text.toWellFormed()).slice(0, 9_000);

function dropHeader(request, _, random) {
  const lines = request.headers.filter(([name]) => name !== 'Host');
  const dropped = random.pick(lines);
  request.headers = request.headers.filter((line) => line !== dropped);
}

function addHeader(request, entry, random, resources) {
  const [name, values] = random.pick(HEADERS);
  const value = typeof values === 'function' ? values(entry, random, resources) : random.pick(values);
  if (random.chance(0.7)) request.headers = request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  request.headers.push([name, value]);
}

/** Header values as latin1 without control characters, which belong to the raw requests. */
const printable = (text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 6_000);

const anyText = (_, random) => printable(random.pick(HOSTILE_TEXTS));

const HEADERS = [
  ['Authorization', (_, random, { key }) => random.pick(TOKENS)(key, random)],
  ['Authorization', ({ token }) => `Bearer ${token}`],
  ['X-Submission-Token', ({ token }, random) => random.pick([token, `${token}x`, '', 'fst_x'])],
  ['If-Match', ({ etags }, random) => random.pick([...etags, '', '""', '"x"', 'W/"x"', '*, "x"', '"f-', `${'"x", '.repeat(500)}"x"`])],
  ['If-Match', anyText],
  ['If-None-Match', ({ etags }, random) => random.pick([...etags, '*', '', 'W/"x"', '"x"'])],
  ['Idempotency-Key', ['same', '', '""', '"a"', 'ü', 'a b', 'x'.repeat(255), 'x'.repeat(256), 'a, b', '\t']],
  ['Idempotency-Key', anyText],
  [
    'Content-Type',
    ['', 'json', 'text/plain', 'application/json; charset=utf-16', 'application/json; charset=', 'application/json;', 'a/b/c'],
  ],
  [
    'Content-Type',
    ['application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=', 'application/merge-patch+json'],
  ],
  [
    'Content-Type',
    ['application/json; charset="utf-8', 'APPLICATION/JSON', 'application/json, text/plain', 'multipart/form-data; boundary="'],
  ],
  ['Content-Encoding', ['gzip', 'identity', 'br', '', 'gzip, identity', 'x']],
  ['Accept', ['text/html', '*/*', 'image/*;q=', 'text/html;q=0.1, application/json', '', ',', 'a'.repeat(4_000)]],
  ['Accept-Language', ['de', 'fr-CH, *;q=0.1', 'x'.repeat(3_000), '', ';q', 'zh-Hant-TW;q=2']],
  ['Origin', ['null', 'https://www.example.com', 'https://evil.example', 'x', '', 'https://', 'file://', 'https://a@b']],
  ['Referer', ['https://www.example.com/a', 'x', '', 'javascript:1']],
  ['X-Forwarded-For', ['1.2.3.4', '::ffff:7f00:1', 'x', '', '1.2.3.4, '.repeat(100)]],
  ['X-Forwarded-Proto', ['https', 'x', '']],
  ['X-HTTP-Method-Override', ['DELETE', 'GET', '']],
  ['X-Request-Id', ['abc', 'a b', '', 'x'.repeat(65), '${jndi:ldap://x}']],
  ['Range', ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'x', 'bytes=0-0,0-0,0-0']],
  ['Cookie', ['a=b', '__proto__=1', '=;;=']],
  ['Expect', ['miracles', '200-ok']],
  ['Upgrade', ['h2c', 'websocket']],
  ['Access-Control-Request-Method', ['POST', 'x', '']],
  ['Sec-Fetch-Mode', ['navigate', 'x']],
  ['X-Filler', ['x'.repeat(3_000)]],
];

const TOKENS = [
  () => '',
  () => 'Bearer',
  () => 'Bearer ',
  () => 'Basic YTpi',
  (key) => `bearer ${key}`,
  (key) => `Bearer  ${key}`,
  (key) => `Bearer ${key},${key}`,
  (key) => `Bearer ${key.slice(0, -1)}`,
  (key, random) => `Bearer fck_${random.text(50)}`,
  (_, random) => `Bearer ${printable(random.pick(HOSTILE_TEXTS))}`,
];

function body(request, _, random) {
  request.body = Buffer.from(random.pick(['{}', '', 'x', 'null', '{"a":1}', '\0'.repeat(10)]));
  if (random.chance(0.5)) request.headers.push(['Content-Type', 'application/json']);
}

/** Addresses that are not in the API document. */
function page(request, entry, random) {
  request.segments = random.pick([
    ['f', entry.form],
    ['f', entry.form, 'thanks'],
    ['f', entry.form, 'embed.js'],
    ['f', 'style.css'],
    ['embed.js'],
    ['docs'],
    ['docs', 'swagger-ui-init.js'],
    ['openapi.json'],
    ['healthz'],
    ['readyz'],
    ['files', 'x'],
    [''],
    ['v1'],
    ['admin'],
    ['robots.txt'],
  ]);
  if (random.chance(0.4)) request.query.push(['accent', encoded(random.pick([...HOSTILE_TEXTS, '%23fff', 'ff0000', 'red;}']))]);
}

const COMMON = [...[method, segment, otherEntry, dropHeader, page], ...Array(3).fill(query), ...Array(5).fill(addHeader)];

export const MUTATIONS = { withBody: COMMON, withoutBody: [...COMMON, body] };

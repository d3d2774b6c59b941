import { HOSTILE_TEXTS, hostileValue } from './hostile.mjs';
import { mutatedBytes } from './text.mjs';

/** A value of a field of a form, most often one that fits. */
function fieldValue({ type, options, validation }, random) {
  if (random.chance(0.03)) return hostileValue(random);
  if (Array.isArray(options) && options.length > 0) return type === 'array' ? [random.pick(options)] : random.pick(options);
  if (validation === 'email') return `${random.text(5)}@example.com`;
  return (BY_TYPE[type] ?? BY_TYPE.string)(random);
}

const BY_TYPE = {
  string: (random) => random.text(random.whole(1, 20)),
  number: (random) => random.whole(-5, 1_000),
  boolean: (random) => random.chance(0.5),
  date: () => '2026-11-22',
  array: (random) => [random.text(3)],
};

/** A body of the submit address in one of its three encodings, as headers and bytes. */
export function submissionBody(fields, random) {
  const values = Object.fromEntries(fields.filter(() => random.chance(0.9)).map((field) => [field.name, fieldValue(field, random)]));
  if (random.chance(0.05)) values[random.pick(CONTROLS)] = random.pick(HOSTILE_TEXTS);
  return random.pick([jsonBody, jsonBody, urlEncodedBody, multipartBody])(values, fields, random);
}

const CONTROLS = ['_gotcha', '_redirect', '_next', '__proto__', 'constructor', 'toString', 'x'.repeat(200), '', 'a[]', 'a[b][c]'];

const jsonBody = (values, fields) => {
  for (const { name, type } of fields) if (type === 'file') delete values[name];
  return { type: 'application/json', text: JSON.stringify(values) };
};

function urlEncodedBody(values, _, random) {
  const pairs = pairsOf(values).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  if (random.chance(0.1)) pairs.push(random.pick(['%', '%zz=1', '=', '&&', 'a=%00', 'a=%ff', '%ed%a0%80=1', '__proto__[x]=1']));
  return { type: 'application/x-www-form-urlencoded', text: pairs.join('&') };
}

/** `encodeURIComponent` throws on lone surrogates. */
const encode = (text) => encodeURIComponent(text.toWellFormed());

const pairsOf = (values) =>
  Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value.slice(0, 20) : [value]).map((each) => [name, typeof each === 'object' ? '{}' : String(each)]),
  );

function multipartBody(values, fields, random) {
  const boundary = random.chance(0.9) ? 'a-boundary' : random.pick(['x', "'()+_,-./:=?", 'y'.repeat(70), 'z'.repeat(71)]);
  const texts = pairsOf(values).map((pair) => textPart(pair, random));
  const files = fields.filter(({ type }) => type === 'file' && random.chance(0.6)).map(({ name }) => filePart(name, random));
  const parts = [...texts, ...files].map((part) => `--${boundary}\r\n${part}\r\n`);
  const end = random.chance(0.95) ? `--${boundary}--\r\n` : random.pick(['', `--${boundary}`, `--${boundary}\r\n`]);
  const bytes = Buffer.from(parts.join('') + end);
  return {
    type: `multipart/form-data; boundary=${/[^\w-]/.test(boundary) ? `"${boundary}"` : boundary}`,
    bytes: random.chance(0.1) ? mutatedBytes(bytes, random) : bytes,
  };
}

function textPart([name, value], random) {
  const lines = [`Content-Disposition: form-data; name="${name}"`];
  if (random.chance(0.1)) lines.push(random.pick(PART_HEADERS));
  return `${lines.join('\r\n')}\r\n\r\n${value}`;
}

function filePart(name, random) {
  const filename = random.chance(0.7) ? 'cv.pdf' : random.pick(FILE_NAMES);
  const type = random.pick(['application/pdf', 'application/octet-stream', 'image/svg+xml', 'x', '']);
  const content = random.pick(['%PDF-1.4\n%%EOF\n', '%PDF-1.4\n%%EOF\n', '', '<svg/>', 'GIF89a', 'MZ', 'a'.repeat(10_000)]);
  return `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n${content}`;
}

const PART_HEADERS = [
  'Content-Type: text/plain; charset=utf-16',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment',
  'X: ' + 'y'.repeat(20_000),
  'no colon',
  ': empty',
];

const FILE_NAMES = ['', '../../a.pdf', 'CON', 'a\0.pdf', '.pdf', 'a.pdf.exe', 'ü.pdf', 'x'.repeat(400), 'a".pdf', "a'; filename*=UTF-8''b"];

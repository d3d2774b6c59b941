import { bytesOf, makeRequest } from './request.mjs';

/** Segments of bytes for a connection of its own. `most` is the largest number of answers that is not a smuggled request. */
export function makeRaw(resources, random) {
  const { most = Infinity, bytes } = random.pick(SHAPES)(resources, random);
  return { most, segments: segmentsOf(bytes, random) };
}

/** Writes at random places, sometimes byte by byte. */
function segmentsOf(bytes, random) {
  const count = random.pick([1, 1, 1, 2, 3]);
  const cuts = Array.from({ length: count - 1 }, () => random.below(bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index])).filter((part) => part.length > 0);
}

const SHAPES = [
  ...[noise, mutatedRequest, mutatedRequest, mutatedRequest, truncatedRequest, followedByGarbage, pipelined, chunked, chunked],
  ...[twoLengths, hostileLine, hostileLine, hostileHeader, hostileHeader],
];

function noise(_, random) {
  return { bytes: Buffer.from(Array.from({ length: random.whole(1, 400) }, () => random.below(256))), most: 1 };
}

/** Bytes of a request, of which some are changed, removed, repeated or inserted. */
function mutatedRequest(resources, random) {
  let bytes = bytesOf(makeRequest(resources, random));
  const limit = Math.min(bytes.length, random.chance(0.8) ? 300 : bytes.length);
  for (let count = random.whole(1, 4); count > 0; count -= 1) {
    const at = random.below(limit);
    const inserted = random.pick([
      Buffer.from(random.pick(PIECES), 'latin1'),
      Buffer.from([random.below(256)]),
      bytes.subarray(at, at + 20),
    ]);
    bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + random.pick([0, 1, 1, 5]))]);
  }
  return { bytes };
}

const PIECES = ['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '\r\n\r\n', '%', '\xff', 'HTTP/1.1', 'Content-Length: 5\r\n', '\r\n '];

function truncatedRequest(resources, random) {
  const bytes = bytesOf(makeRequest(resources, random));
  return { bytes: bytes.subarray(0, random.below(bytes.length)), most: 1 };
}

function followedByGarbage(resources, random) {
  return { bytes: Buffer.concat([bytesOf(makeRequest(resources, random)), Buffer.from(random.pick(GARBAGE), 'latin1')]) };
}

const GARBAGE = ['garbage\r\n\r\n', '\0\0\0\0', '\r\n\r\n\r\n', 'GET', 'GET /healthz', 'GET / HTTP/9.9\r\n\r\n', '\xff'.repeat(100), '\r'];

function pipelined(resources, random) {
  const requests = Array.from({ length: random.whole(2, 6) }, () => bytesOf(makeRequest(resources, random)));
  return { bytes: Buffer.concat(requests), most: requests.length };
}

function chunked(resources, random) {
  const request = makeRequest(resources, random);
  const body = request.body ?? Buffer.from('{}');
  const size = random.pick([1, 7, 100, 100_000]);
  const parts = [];
  for (let at = 0; at < Math.min(body.length, 20_000); at += size) {
    const part = body.subarray(at, at + size);
    parts.push(
      `${part.length.toString(16)}${random.pick(EXTENSIONS)}\r\n`,
      part,
      random.chance(0.99) ? '\r\n' : random.pick(['\n', '', 'x']),
    );
  }
  parts.push(random.pick(LAST_CHUNKS));
  const codings = random.chance(0.8) ? 'chunked' : random.pick(CODINGS);
  const head = bytesOf({ ...request, headers: [...request.headers, ['Transfer-Encoding', codings]], body: null });
  return { bytes: Buffer.concat([head, ...parts.map((part) => Buffer.from(part))]) };
}

const EXTENSIONS = ['', '', '', '', ';a=b', ' ', ';', `;${'x'.repeat(20_000)}`];
const LAST_CHUNKS = [
  ...['0\r\n\r\n', '0\r\n\r\n', '0\r\nX-Trailer: a\r\n\r\n', '0\r\n', '', '-1\r\n\r\n', 'ffffffffffffffffff\r\n'],
  ...['0\r\nHost: b\r\n\r\n', '0x0\r\n\r\n'],
];
const CODINGS = ['Chunked', 'chunked, chunked', 'gzip, chunked', 'chunked, identity', ' chunked', 'chunked\t', 'xchunked', '', 'identity'];

/** Two statements about the length of a body, of which a proxy may believe the other. */
function twoLengths(resources, random) {
  const request = makeRequest(resources, random);
  const body = request.body ?? Buffer.from('{}');
  const hidden = Buffer.from('GET /v1/capabilities HTTP/1.1\r\nHost: x\r\n\r\n');
  const length = `Content-Length: ${body.length}`;
  const lines = random.pick([
    ...[`${length}\nContent-Length: 0`, `Content-Length: 0\nTransfer-Encoding: chunked`, `Transfer-Encoding: chunked\n${length}`],
    ...[`${length}, 0`, `Content-Length: +${body.length}`, 'Content-Length: 0x5', 'Content-Length : 5'],
    ...['Transfer-Encoding: chunked\nTransfer-Encoding: identity', `Content-Length: ${'9'.repeat(30)}`],
  ]);
  const pair = lines.split('\n').map((line) => line.split(': '));
  const head = bytesOf({ ...request, headers: [...request.headers, ...pair], body: null });
  return { bytes: Buffer.concat([head, Buffer.from('0\r\n\r\n'), hidden]), most: 1 };
}

function hostileLine(resources, random) {
  const lines = ['Host: x', `Authorization: Bearer ${resources.key}`];
  return { bytes: Buffer.from(`${random.pick(REQUEST_LINES)}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'), most: 1 };
}

const REQUEST_LINES = [
  ...['GET', 'GET ', 'GET  /healthz HTTP/1.1', ' GET /healthz HTTP/1.1', 'GET /healthz', 'GET /healthz HTTP/1.0', 'GET /healthz HTTP/2.0'],
  ...['GET * HTTP/1.1', 'OPTIONS * HTTP/1.1', 'CONNECT x:443 HTTP/1.1', 'PRI * HTTP/2.0', 'get /healthz HTTP/1.1', 'GET healthz HTTP/1.1'],
  ...['GET http://x/v1/forms HTTP/1.1', 'GET http:// HTTP/1.1', 'GET http://[ HTTP/1.1', 'GET //x/v1/forms HTTP/1.1', 'GET /\\x HTTP/1.1'],
  ...['GET /v1/forms#x HTTP/1.1', 'GET /v1/forms?a b HTTP/1.1', 'GET /v1/forms\0 HTTP/1.1', 'GET /\xff\xfe HTTP/1.1'],
  ...['GET /%c0%ae HTTP/1.1', 'GET ? HTTP/1.1', 'GET /? HTTP/1.1', 'GET /v1/forms?%00 HTTP/1.1', `GET /${'x'.repeat(8_192)} HTTP/1.1`],
  ...[`GET /${'/'.repeat(8_000)} HTTP/1.1`, `${'X'.repeat(20_000)} / HTTP/1.1`, 'GET /v1/forms HTTP/1.1 HTTP/1.1'],
  ...['GET\t/v1/forms\tHTTP/1.1', '\r\n\r\nGET /healthz HTTP/1.1'],
];

function hostileHeader(resources, random) {
  const lines = [...random.pick(HEADER_BLOCKS), `Authorization: Bearer ${resources.key}`];
  return { bytes: Buffer.from(`GET /v1/capabilities HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'), most: 1 };
}

const fillers = (count) => Array.from({ length: count }, (_, n) => `X-${n}: 1`);
const afterHost = (...lines) => ['Host: x', ...lines];

const HEADER_BLOCKS = [
  ...[[], ['Host:'], ['Host: '], afterHost('Host: y'), ['Host: a b/c?d@e'], ['Host: x, y'], ['Host: [x]'], ['Host: \xff'], ['host : x']],
  ...[97, 1_500].map((count) => afterHost(...fillers(count))),
  afterHost(...fillers(101), 'Host: y'),
  ...['no colon', ': empty', 'A B: c', 'A: \0', 'A: b\rC: d', 'A: b\r\n c: d', `A: ${'x'.repeat(16_000)}`].map((line) => afterHost(line)),
  ...[`${'x'.repeat(17_000)}: 1`, 'Connection: close, keep-alive', 'Connection: Authorization'].map((line) => afterHost(line)),
  ...['Expect: 100-continue', 'TE: trailers', 'Authorization: Bearer other'].map((line) => afterHost(line)),
  afterHost('Connection: upgrade', 'Upgrade: websocket'),
  ...['Content-Length: 0', 'Transfer-Encoding: chunked'].map((line) => afterHost(line, line)),
];

import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { API_ERRORS } from '../../../src/api/errors/api-error';
import type { ErrorCode } from '../../../src/api/errors/api-error';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { RawExchange } from '../../support/raw-http';
import { exchange } from '../../support/raw-http';
import { countLockWaiters, lockTable } from '../../support/queries';
import { waitUntil } from '../../support/wait-until';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp();
  key = await app.key();
});
afterAll(() => app.close());

const raw = (...chunks: string[]): Promise<RawExchange> => exchange(app.api.baseUrl, ...chunks);

/** A request head of these lines with `Connection: close`. */
const head = (...lines: string[]): string =>
  [...lines, 'Host: x', `Authorization: Bearer ${key}`, 'Connection: close', '', ''].join('\r\n');

/** Expects an error of the documented shape and a closed connection. */
function expectRefused({ status, headers, body }: RawExchange, code: ErrorCode): void {
  expect({ status, code: (JSON.parse(body) as { error: { code: string } }).error.code }).toEqual({
    status: API_ERRORS[code][0],
    code,
  });
  expect(JSON.parse(body)).toEqual({
    error: { code, message: API_ERRORS[code][1], details: {} },
    request_id: headers['x-request-id'],
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store, no-transform',
    connection: 'close',
  });
}

describe('400', () => {
  it.each<[string, string]>([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an unknown method', head('FETCH /v1/forms HTTP/1.1')],
    ['a method in lower case', head('get /v1/forms HTTP/1.1')],
    ['another protocol version', head('GET /v1/forms HTTP/3.7')],
    ['a space in a header name', head('GET /v1/forms HTTP/1.1', 'X Bad: 1')],
    ['a NUL in a header', head('GET /v1/forms HTTP/1.1', 'X-Bad: a\0b')],
    ['a header without a colon', head('GET /v1/forms HTTP/1.1', 'nonsense')],
    ['a folded header line', head('GET /v1/forms HTTP/1.1', 'X-Bad: a', ' b')],
    ['a line that ends in CR alone', 'GET /v1/forms HTTP/1.1\rHost: x\r\r'],
    ['two different Content-Length lines', head('POST /v1/forms HTTP/1.1', 'Content-Length: 2', 'Content-Length: 3')],
    ['a Content-Length that is no number', head('POST /v1/forms HTTP/1.1', 'Content-Length: 2x')],
    ['a negative Content-Length', head('POST /v1/forms HTTP/1.1', 'Content-Length: -1')],
    ['Content-Length beside chunks', head('POST /v1/forms HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['another coding after chunks', head('POST /v1/forms HTTP/1.1', 'Transfer-Encoding: chunked, gzip')],
  ])('refuses %s and closes the connection', async (_, request) => {
    expectRefused(await raw(request), 'malformed_request');
  });

  it.each<[string, string]>([
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', head('GET /healthz HTTP/1.1', 'Host: y')],
  ])('refuses a request with %s and closes the connection', async (_, request) => {
    const { status, headers, body } = await raw(request);
    expect({ status, connection: headers.connection, body: JSON.parse(body) as unknown }).toEqual({
      status: 400,
      connection: 'close',
      body: {
        error: { code: 'malformed_request', message: 'Send exactly one Host header.', details: {} },
        request_id: headers['x-request-id'],
      },
    });
  });

  it.each(['http://[', 'http://[/healthz'])('refuses the address %s, after the answers to earlier requests', async (address) => {
    const first = 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n';
    const { text } = await raw(first + head(`GET ${address} HTTP/1.1`));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(text).toContain('"code":"malformed_request","message":"The address is not valid."');
  });

  it('never parses data after a refused request as another request', async () => {
    const hidden = head('GET /v1/capabilities HTTP/1.1');
    const smuggled = ['Content-Length: 5', 'Transfer-Encoding: chunked', 'Host: x', '', '0', '', hidden].join('\r\n');
    const { text } = await raw(`POST /v1/forms HTTP/1.1\r\n${smuggled}`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it('refuses a chunk size that is not a number', async () => {
    const lines = [`Authorization: Bearer ${key}`, 'Idempotency-Key: k', 'Content-Type: application/json', 'Host: x'];
    const { text } = await raw(
      ['POST /v1/forms HTTP/1.1', ...lines, 'Transfer-Encoding: chunked', '', 'zz', '{}', '0', '', ''].join('\r\n'),
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });
});

describe('405', () => {
  it('refuses CONNECT', async () => {
    const answer = await raw('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n');
    expectRefused(answer, 'method_not_allowed');
    expect(answer.headers.allow).toBe('');
  });
});

describe('408', () => {
  it('closes the connection of a client that sends its headers too slowly', async () => {
    const slow = await app.sibling();
    const server = slow.app.getHttpServer();
    expect(server).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 0,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: 5_000,
      maxHeadersCount: 0,
    });
    server.headersTimeout = 50;
    const answer = await exchange(slow.api.baseUrl, 'GET /v1/forms HTTP/1.1\r\nX-Slow: ');
    await slow.close();
    expectRefused(answer, 'request_timeout');
  });
});

describe('414', () => {
  it('accepts an address of 8 KiB and refuses a longer one', async () => {
    const path = (length: number) => `/v1/forms?search=${'x'.repeat(length - '/v1/forms?search='.length)}`;
    expect((await raw(head(`GET ${path(8192)} HTTP/1.1`))).status).toBe(422);
    const { status, body } = await raw(head(`GET ${path(8193)} HTTP/1.1`));
    expect([status, (JSON.parse(body) as { error: { code: string } }).error.code]).toEqual([414, 'uri_too_long']);
  });
});

describe('431', () => {
  it.each([
    ['one header', [`X-Big: ${'x'.repeat(17_000)}`]],
    ['many headers', Array.from({ length: 40 }, (_, n) => `X-${n}: ${'x'.repeat(450)}`)],
  ])('refuses request headers of more than 16 KiB: %s', async (_, lines) => {
    expectRefused(await raw(head('GET /v1/forms HTTP/1.1', ...lines)), 'headers_too_large');
  });
});

describe('a client may', () => {
  it('send an absolute address', async () => {
    expect((await raw(head('GET http://anywhere.example/v1/capabilities HTTP/1.1'))).status).toBe(200);
  });

  it('request a protocol upgrade, which is ignored', async () => {
    const answer = await raw(head('GET /v1/capabilities HTTP/1.1', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'));
    expect(answer.status).toBe(200);
  });

  it('send an unknown expectation, which is ignored', async () => {
    expect((await raw(head('GET /v1/capabilities HTTP/1.1', 'Expect: miracles'))).status).toBe(200);
  });

  it('use HTTP/1.0 without Host', async () => {
    expect((await raw('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('half-close the connection after the request', async () => {
    const { hostname, port } = new URL(app.api.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.end('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
    const chunks = (await socket.toArray()) as Buffer[];
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('wait for 100 Continue before it sends a body', async () => {
    const body = '{"name":"x","validate_fields":true,"notifications_enabled":true}';
    const lines = ['Idempotency-Key: continued', 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const { text } = await raw(head('POST /v1/forms HTTP/1.1', ...lines, 'Expect: 100-continue'), body);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 201']);
  });

  it('pipeline requests', async () => {
    const first = ['GET /v1/capabilities HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, '', ''].join('\r\n');
    const { text } = await raw(first + head('GET /v1/validation-presets HTTP/1.1'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it('pipeline 30 requests in one packet, also of different kinds', async () => {
    const paths = Array.from({ length: 29 }, (_, index) => (index % 3 === 0 ? '/openapi.json' : '/v1/none'));
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
    const { text } = await raw(requests + head('GET /v1/validation-presets HTTP/1.1'));
    const statuses = paths.map((path) => (path === '/v1/none' ? '404' : '200'));
    expect(text.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual([...statuses, '200']);
  });
});

const open = (text: string): Socket => {
  const { hostname, port } = new URL(app.api.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).write(text);
  return socket;
};
const textOf = async (socket: Socket): Promise<string> => Buffer.concat((await socket.toArray()) as Buffer[]).toString();
const keptHead = (...lines: string[]): string => [...lines, 'Host: x', '', ''].join('\r\n');

describe('a refusal', () => {
  it.each<[string, string, string[]]>([
    ['400', 'POST /v1/forms', ['Authorization: Bearer KEY', 'Content-Type: application/json']],
    ['401', 'POST /v1/forms', ['Content-Type: application/json']],
    ['404', 'POST /v1/nothing', []],
    ['404', 'POST /api/v1/forms/none/submit', ['Content-Type: multipart/form-data; boundary=b']],
    ['405', 'POST /healthz', []],
    ['405', 'POST /healthz', ['Expect: 100-continue']],
    ['415', 'POST /v1/forms', ['Authorization: Bearer KEY', 'Idempotency-Key: k', 'Content-Type: text/plain']],
  ])('with %s for %s closes the connection when the body is not complete', async (status, request, lines) => {
    const withKey = lines.map((line) => line.replace('KEY', key));
    const socket = open(keptHead(`${request} HTTP/1.1`, ...withKey, 'Content-Length: 1000') + 'part of the body');
    const text = await textOf(socket);
    expect(text.match(/HTTP\/1\.1 \d+|Connection: .*(?=\r)/g)).toEqual([`HTTP/1.1 ${status}`, 'Connection: close']);
  });

  it('keeps the connection when the body is complete', async () => {
    const refused = `${keptHead('POST /v1/nothing HTTP/1.1', 'Content-Length: 4')}body`;
    const { text } = await raw(refused + refused + head('GET /v1/capabilities HTTP/1.1'));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('of an incomplete body is the end of the connection: a request behind the body is not served', async () => {
    const socket = open(`${keptHead('POST /v1/nothing HTTP/1.1', 'Content-Length: 4')}bo`);
    await once(socket, 'readable');
    const members = JSON.stringify({ name: 'behind', validate_fields: true, notifications_enabled: true });
    const lines = ['Idempotency-Key: behind', 'Content-Type: application/json', `Content-Length: ${members.length}`];
    socket.write(`dy${head('POST /v1/forms HTTP/1.1', ...lines)}${members}`);
    expect((await textOf(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
    expect((await raw(head('GET /v1/forms?search=behind HTTP/1.1'))).body).toContain('"data":[]');
  });
});

describe('a connection', () => {
  const get = (...lines: string[]) =>
    ['GET /v1/capabilities HTTP/1.1', ...lines, `Authorization: Bearer ${key}`, 'Connection: close', '', ''].join('\r\n');
  const codeOf = ({ status, body }: RawExchange) => [status, (JSON.parse(body) as { error: { code: string } }).error.code];

  it('gets the answer of a request that was stored, before the refusal of what follows it', async () => {
    const body = JSON.stringify({ name: 'stored', validate_fields: true, notifications_enabled: true });
    const lines = ['POST /v1/forms HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, 'Idempotency-Key: followed'];
    const type = ['Content-Type: application/json', `Content-Length: ${body.length}`, '', body];
    const { text } = await raw([...lines, ...type].join('\r\n') + 'garbage\r\n\r\n');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 400']);
  });

  it('gets one refusal of all that follows a request which is still being answered', async () => {
    const closing = jest.spyOn(ServerResponse.prototype, 'once');
    const lock = await lockTable(app.databaseUrl, 'forms');
    const socket = open(keptHead('GET /v1/forms HTTP/1.1', `Authorization: Bearer ${key}`));
    await waitUntil(async () => (await countLockWaiters(app)) === 1);
    const before = closing.mock.calls.length;
    for (let count = 0; count < 20; count += 1) await new Promise((resolve) => socket.write('garbage\r\n\r\n', resolve));
    await waitUntil(() => closing.mock.calls.length > before);
    await lock.release();
    expect((await textOf(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(closing.mock.calls.length - before).toBe(1);
  });

  it('gets one answer to a request that is refused before a malformed rest of its body', async () => {
    const { hostname, port } = new URL(app.api.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.write('POST /v1/forms HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n');
    let text = '';
    for await (const data of socket) {
      if (text === '') socket.end('zz\r\n');
      text += String(data);
    }
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  it('is refused with 431 when it sends more headers than are read', async () => {
    const fillers = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: 1`);
    expect((await raw(get('Host: x', ...fillers(97)))).status).toBe(200);
    expect(codeOf(await raw(get('Host: x', ...fillers(101), 'Host: y')))).toEqual([431, 'headers_too_large']);
  });

  it.each(['', 'a b/c?d@e', 'a/b', 'user@a', '[x]', 'a:b'])('is refused with 400 for the Host "%s"', async (host) => {
    expect(codeOf(await raw(get(`Host: ${host}`)))).toEqual([400, 'malformed_request']);
  });

  it.each(['a', 'a.example:8080', '127.0.0.1', '[::1]:80'])('is served for the Host "%s"', async (host) => {
    expect((await raw(get(`Host: ${host}`))).status).toBe(200);
  });

  it('is told that a body is too large without being asked for it', async () => {
    const lines = ['Content-Type: application/json', 'Content-Length: 999999999', 'Expect: 100-continue'];
    const { text } = await raw(head('POST /v1/forms HTTP/1.1', 'Idempotency-Key: large', ...lines));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  });

  it('is closed when it sends a body in many chunks of one byte', async () => {
    const lines = ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Idempotency-Key: chunks'];
    const body = JSON.stringify({ name: 'x'.repeat(5), validate_fields: true, notifications_enabled: true });
    const inBytes = (text: string) => [...text].map((byte) => `1\r\n${byte}\r\n`).join('') + '0\r\n\r\n';
    expect((await raw(head('POST /v1/forms HTTP/1.1', ...lines) + inBytes(body))).status).toBe(201);
    const { text } = await raw(head('POST /v1/forms HTTP/1.1', ...lines) + inBytes(body.padEnd(3_000)));
    expect(text).not.toContain('HTTP/1.1 2');
  });
});

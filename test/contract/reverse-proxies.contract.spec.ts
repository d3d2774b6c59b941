import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { ErrorCode } from '../../src/api/errors/api-error';
import { atEnd } from '../support/at-end';
import { exchange } from '../support/raw-http';
import { HAPROXY_CLIENTS, hasProxy, startReverseProxy } from '../support/reverse-proxy';
import type { ProxyProgram } from '../support/reverse-proxy';

/** Stands for the API: it is ready, leaves a request without an answer, or closes its connection. */
async function startApi(seen: (request: IncomingMessage) => void = () => undefined): Promise<number> {
  const api = createServer((request, response) => {
    seen(request);
    if (request.url === '/close') request.socket.destroy();
    else if (request.url !== '/hang') response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  atEnd(() => {
    const closed = once(api, 'close');
    api.close();
    api.closeAllConnections();
    return closed;
  });
  return (api.address() as AddressInfo).port;
}

const HEAD = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
const LONG = 'x'.repeat(20_000);

type Refused = [what: string, request: string, status: number, code: ErrorCode];

const BOTH: Refused[] = [
  ['a path that is not public', `GET /metrics ${HEAD}\r\n`, 404, 'resource_not_found'],
  ['an API that closes the connection', `GET /close ${HEAD}\r\n`, 502, 'internal_error'],
  ['an API that does not answer', `GET /hang ${HEAD}\r\n`, 504, 'internal_error'],
];

/** HAProxy leaves bodies and addresses to the API, and has a built-in answer to what it cannot parse. */
const NGINX: Refused[] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
  ['an unknown protocol version', 'GET / HTTP/9.9\r\n\r\n', 400, 'malformed_request'],
  ['a method that it never forwards', `TRACE / ${HEAD}\r\n`, 405, 'method_not_allowed'],
  ['a long address', `GET /${LONG} ${HEAD}\r\n`, 414, 'uri_too_long'],
  ['a long header', `GET / ${HEAD}X-Long: ${LONG}\r\n\r\n`, 431, 'headers_too_large'],
  ['a large body', `POST / ${HEAD}Content-Length: 40000000\r\n\r\n`, 413, 'payload_too_large'],
];

describe.each<[ProxyProgram, string, Refused[]]>([
  ['haproxy', 'deploy/haproxy.cfg', BOTH],
  ['nginx', 'deploy/nginx.conf', [...BOTH, ...NGINX]],
])('the reverse proxy (%s) with %s', (program, _, refused) => {
  const withProxy = hasProxy(program) ? it : it.skip;
  let url: string;
  beforeAll(async () => {
    if (hasProxy(program)) url = await startReverseProxy(program, await startApi());
  });

  withProxy.each(refused)('answers %s in the shape of the API', async (_what, request, status, code) => {
    const answer = await exchange(url, request);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json']);
    expect(JSON.parse(answer.body)).toEqual({
      error: { code, message: expect.any(String), details: {} },
      request_id: expect.stringMatching(/^req_[0-9a-f-]{32,36}$/),
    });
    expect(answer.headers['x-request-id']).toBe((JSON.parse(answer.body) as { request_id: string }).request_id);
  });
});

describe('HAProxy with deploy/haproxy.cfg', () => {
  (hasProxy('haproxy') ? it : it.skip)('keeps its connections to an instance while many clients are connected', async () => {
    const connections = new Set<Socket>();
    const apiPort = await startApi((request) => void (request.url === '/counted' && connections.add(request.socket)));
    const url = new URL(await startReverseProxy('haproxy', apiPort));
    const clients = Array.from({ length: HAPROXY_CLIENTS * 0.8 }, () => connect(Number(url.port), url.hostname));
    atEnd(() => clients.forEach((client) => client.destroy()));
    await Promise.all(clients.map((client) => once(client, 'connect')));
    for (let sent = 0; sent < 20; sent++) expect((await fetch(new URL('/counted', url))).status).toBe(200);
    expect(connections.size).toBeLessThan(5);
  });
});

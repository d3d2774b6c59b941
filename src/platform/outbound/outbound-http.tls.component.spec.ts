import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { EgressPolicy } from './egress-policy.rules';
import { OutboundHttp, type OutboundHttpOptions } from './outbound-http';

// A key and two self-signed certificates for receiver.test, made only for these tests.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtuThDAdyvEscI3bc
mOzQOATsmCFphk4/oPlVWS1ATWyhRANCAAQPrK35rv9HQVL8yRJcsgr3yUeszYVk
MH1HvhG+PxcoUga7tnBx00QKSWw5rOd/cXl5Vl/eKS3hD7cXQx4sBC3f
-----END PRIVATE KEY-----`;

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAED6yt
+a7/R0FS/MkSXLIK98lHrM2FZDB9R74Rvj8XKFIGu7ZwcdNECklsOaznf3F5eVZf
3ikt4Q+3F0MeLAQt36NMMEowGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBQLdI/9g/iQQq7Xv2H8LMszQb6zXzAKBggq
hkjOPQQDAgNIADBFAiEAxi0ygPu+4MxeGhahr9gVtwlv7ky1omKjAD78DE2VRsEC
IFkXnSZUn/wLTj/WaCYeuY/uFIS3+z+3UYeZ7MCWjMR7
-----END CERTIFICATE-----`;

const EXPIRED = `-----BEGIN CERTIFICATE-----
MIIBajCCARGgAwIBAgIBAjAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowGDEWMBQGA1UE
AwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABA+srfmu
/0dBUvzJElyyCvfJR6zNhWQwfUe+Eb4/FyhSBru2cHHTRApJbDms539xeXlWX94p
LeEPtxdDHiwELd+jTDBKMBgGA1UdEQQRMA+CDXJlY2VpdmVyLnRlc3QwDwYDVR0T
AQH/BAUwAwEB/zAdBgNVHQ4EFgQUC3SP/YP4kEKu179h/CzLM0G+s18wCgYIKoZI
zj0EAwIDRwAwRAIgWvBk5IKEpmp8H7QdpEJuZjN/CGLyuCHZBQd/9L4qXq0CIA5M
/vlWZqk+vi8CfwNM+bwvl01yzvx1Zh78BYApQV5m
-----END CERTIFICATE-----`;

const policy = new EgressPolicy({ allowHosts: ['receiver.test', 'other.test'], allowCidrs: ['127.0.0.1/32'] });
const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((closed) => server.close(closed))));
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

function post(host: string, port: number, options: OutboundHttpOptions) {
  const http = new OutboundHttp(policy, { resolve: () => Promise.resolve(['127.0.0.1']), ...options });
  return http.send({ method: 'POST', url: `https://${host}:${port}/hook`, headers: {}, body: '{}' });
}

async function httpsReceiver(cert: string) {
  const handshakes: unknown[] = [];
  const requests: unknown[] = [];
  const server = createHttpsServer({ key: KEY, cert }, (request, response) => {
    requests.push(request.url);
    response.end('ok');
  });
  server.on('secureConnection', ({ servername, alpnProtocol }) => handshakes.push([servername, alpnProtocol]));
  return { port: await portOf(server), handshakes, requests };
}

it('delivers over TLS to a host that proves its name', async () => {
  const { port, handshakes } = await httpsReceiver(CERTIFICATE);
  const result = await post('receiver.test', port, { authorities: CERTIFICATE });
  expect(result).toMatchObject({ kind: 'answered', status: 200, bytes: 2 });
  expect(handshakes).toEqual([['receiver.test', 'http/1.1']]);
});

describe('sends nothing to a host', () => {
  const TLS_ERROR = { kind: 'refused', errorCode: 'tls_error' };

  it.each([
    ['whose certificate nobody vouches for', 'receiver.test', CERTIFICATE, {}],
    ['whose certificate is for another name', 'other.test', CERTIFICATE, { authorities: CERTIFICATE }],
    ['whose certificate is for a name and not for its address', '127.0.0.1', CERTIFICATE, { authorities: CERTIFICATE }],
    ['whose certificate has expired', 'receiver.test', EXPIRED, { authorities: EXPIRED }],
  ])('%s', async (_what, host, certificate, options) => {
    const { port, requests } = await httpsReceiver(certificate);
    expect(await post(host, port, options)).toEqual(TLS_ERROR);
    expect(requests).toEqual([]);
  });

  it('that speaks only an old version of TLS', async () => {
    const outdated = {
      key: KEY,
      cert: CERTIFICATE,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'ALL:@SECLEVEL=0',
    } as const;
    const port = await portOf(createTlsServer(outdated));
    expect(await post('receiver.test', port, { authorities: CERTIFICATE })).toEqual(TLS_ERROR);
  });

  it('that does not speak TLS', async () => {
    const port = await portOf(tcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    expect(await post('receiver.test', port, {})).toEqual(TLS_ERROR);
  });

  it('that resets the connection during the handshake', async () => {
    const port = await portOf(tcpServer((socket) => socket.resetAndDestroy()));
    expect(await post('receiver.test', port, {})).toEqual({ kind: 'refused', errorCode: 'connection_reset' });
  });

  it('that leaves the handshake unanswered', async () => {
    const port = await portOf(tcpServer(() => undefined));
    const result = await post('receiver.test', port, { connectTimeoutMs: 100 });
    expect(result).toEqual({ kind: 'refused', errorCode: 'timeout' });
  });
});

it('does not know what became of a request that is lost after the handshake', async () => {
  const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end());
  });
  const result = await post('receiver.test', await portOf(server), { authorities: CERTIFICATE });
  expect(result).toEqual({ kind: 'unknown', errorCode: 'no_response' });
});

describe('a request over TLS that may be repeated', () => {
  const clients: OutboundHttp[] = [];

  afterEach(() => clients.splice(0).forEach((client) => client.onApplicationShutdown()));

  function poster(port: number) {
    const resolve = () => Promise.resolve(['127.0.0.1']);
    const http = new OutboundHttp(policy, { resolve, authorities: CERTIFICATE });
    clients.push(http);
    const url = `https://receiver.test:${port}/hook`;
    return () => http.send({ method: 'POST', url, headers: {}, body: '{}', mayArriveTwice: true });
  }

  it('uses the connection of the one before', async () => {
    const { port, handshakes, requests } = await httpsReceiver(CERTIFICATE);
    const post = poster(port);
    for (let sent = 0; sent < 3; sent += 1) expect(await post()).toMatchObject({ kind: 'answered', status: 200 });
    expect([handshakes.length, requests.length]).toEqual([1, 3]);
  });

  it('is sent once more when its reused connection is closed before a byte of an answer', async () => {
    const nths: number[] = [];
    const server = createTlsServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
      let nth = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        nth += 1;
        nths.push(nth);
        if (nth === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        else socket.end();
      });
    });
    const post = poster(await portOf(server));
    for (let sent = 0; sent < 2; sent += 1) expect(await post()).toMatchObject({ kind: 'answered', status: 204 });
    expect(nths).toEqual([1, 2, 1]);
  });
});

/** Acts when the first bytes of the handshake arrive. */
function tcpServer(answer: (socket: Socket) => void): Server {
  return createTcpServer((socket) => {
    socket.on('error', () => undefined).once('data', () => answer(socket));
  });
}

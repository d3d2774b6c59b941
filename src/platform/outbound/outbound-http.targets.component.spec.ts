import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { EgressPolicy } from './egress-policy.rules';
import { OutboundHttp } from './outbound-http';

/** Accepts and counts every connection to this machine, and answers as HTTP. */
let sinkhole: Server;
let port: number;
let accepted = 0;
let received = '';

beforeAll(async () => {
  sinkhole = createServer((socket) => {
    accepted += 1;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  await once(sinkhole.listen(0), 'listening');
  port = (sinkhole.address() as AddressInfo).port;
});

beforeEach(() => {
  accepted = 0;
  received = '';
});

afterAll(() => new Promise((closed) => sinkhole.close(closed)));

/** Connections are accepted in order: once a new one has been accepted, all earlier ones have been counted. */
async function acceptedBefore(): Promise<number> {
  const arrival = once(sinkhole, 'connection');
  const probe = connect(port, '127.0.0.1');
  await arrival;
  probe.destroy();
  return accepted - 1;
}

const NOT_ALLOWED = { kind: 'refused', errorCode: 'target_not_allowed' };
const toSinkhole = () => Promise.resolve(['127.0.0.1']);
const closed = new EgressPolicy({ allowHosts: [], allowCidrs: [] });

function get(url: string, policy = closed, resolve: (host: string) => Promise<string[]> = toSinkhole) {
  const http = new OutboundHttp(policy, { resolve, connectTimeoutMs: 60_000 });
  return http.send({ method: 'GET', url: url.replace('PORT', String(port)), headers: {}, body: null });
}

describe('opens no socket for', () => {
  it.each([
    // loopback in every spelling
    'http://127.0.0.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://127.255.255.254:PORT/',
    'http://127.127.127.127:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7F.0x0.0x0.0x1:PORT/',
    'http://0x7f.1:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0177.0.0.01:PORT/',
    'http://127.00000.00000.0001:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://127%2e0%2e0%2e1:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://127。0。0。1:PORT/',
    'http:127.0.0.1:PORT/',
    'http:\\\\127.0.0.1:PORT\\',
    'http:///127.0.0.1:PORT/',
    'ht\ntp://127.0.\t0.1:PORT/',
    ' http://127.0.0.1:PORT/ ',
    'HTTP://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://127.0.0.1:PORT#@example.com/',
    'http://127.0.0.1:PORT?@example.com/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://0x0:PORT/',
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[0000::0001]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[0:0:0:0:0:FFFF:7F00:1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::ffff:0:127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[64:ff9b:1::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001:0:7f00:1::]:PORT/',
    // names of this machine
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://localhost.:PORT/',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/',
    'http://localhost。:PORT/',
    'http://app.localhost:PORT/',
    'http://printer.local:PORT/',
    'http://metadata.google.internal:PORT/',
    'http://nas.home.arpa:PORT/',
    // names that lead here
    'http://127.0.0.1.nip.io:PORT/',
    'http://localtest.me:PORT/',
    'http://example.com:PORT/',
    'http://intranet:PORT/',
    // other networks that are not public
    'http://10.0.0.1/',
    'http://012.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://192.168.257/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://2852039166/latest/meta-data/',
    'http://0251.0376.0251.0376/',
    'http://0xA9FEA9FE/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://192.0.2.1/',
    'http://192.88.99.1/',
    'http://198.18.0.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[fc00::1]/',
    'http://[fd12:3456:789a::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[100::1]/',
    'http://[2001:db8::1]/',
    'http://[2001:2::1]/',
    'http://[3fff::1]/',
    'http://[5f00::1]/',
    // invalid addresses, and URLs with more than an address
    'http://user@127.0.0.1:PORT/',
    'http://example.com@127.0.0.1:PORT/',
    'http://user:secret@example.com:PORT/',
    'http://[::1%25lo]:PORT/',
    'http://127.0.0.1.1:PORT/',
    'http://256.0.0.1:PORT/',
    'http://exa mple.com:PORT/',
    'http://:PORT/',
    'http://example.com:99999/',
    '//127.0.0.1:PORT/',
    '127.0.0.1:PORT',
    '',
    // other protocols and their ports
    'file:///etc/passwd',
    'ftp://127.0.0.1:PORT/',
    'gopher://127.0.0.1:PORT/_x',
    'dict://127.0.0.1:PORT/',
    'ws://127.0.0.1:PORT/',
    'unix:/var/run/docker.sock',
    'data:text/plain,x',
    'javascript:alert(1)',
    'http://example.com:22/',
    'http://example.com:25/',
    'http://8.8.8.8:53/',
  ])('%p', async (url) => {
    expect(await get(url)).toEqual(NOT_ALLOWED);
    expect(await acceptedBefore()).toBe(0);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['0.0.0.0']],
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['2001:4860:4860::8888', '::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    [['fe80::1%lo']],
    [['127.1']],
    [['localhost']],
  ])('a name with the addresses %p', async (addresses) => {
    const result = await get('http://receiver.test:PORT/', closed, () => Promise.resolve(addresses));
    expect(result).toEqual(NOT_ALLOWED);
    expect(await acceptedBefore()).toBe(0);
  });
});

describe('a name server that changes its mind', () => {
  const open = new EgressPolicy({ allowHosts: [], allowCidrs: ['127.0.0.1/32'] });

  it('is asked once a request, and its first answer is what is connected to', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = jest.fn(() => Promise.resolve(answers.shift() ?? []));
    expect(await get('http://receiver.test:PORT/', open, resolve)).toMatchObject({ kind: 'answered' });
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(await get('http://receiver.test:PORT/', open, resolve)).toEqual(NOT_ALLOWED);
    expect(resolve).toHaveBeenCalledTimes(2);
    expect(await acceptedBefore()).toBe(1);
  });

  it('opens nothing by mixing what is open with what is not', async () => {
    const resolve = () => Promise.resolve(['127.0.0.1', '10.0.0.1']);
    expect(await get('http://receiver.test:PORT/', open, resolve)).toEqual(NOT_ALLOWED);
    expect(await acceptedBefore()).toBe(0);
  });
});

it('sends nothing over a connection whose other end turns out not to be permitted', async () => {
  class ChangingPolicy extends EgressPolicy {
    private answers = [true, false];
    override permits = () => this.answers.shift() ?? false;
  }
  const policy = new ChangingPolicy({ allowHosts: [], allowCidrs: [] });
  expect(await get('http://receiver.test:PORT/', policy)).toEqual(NOT_ALLOWED);
  expect(await acceptedBefore()).toBe(1);
  expect(received).toBe('');
});

describe('exceptions of the operator', () => {
  it.each([
    ['an address', { allowHosts: ['127.0.0.1'], allowCidrs: [] }, 'http://127.1:PORT/'],
    ['a network', { allowHosts: [], allowCidrs: ['127.0.0.0/8'] }, 'http://127.0.0.1:PORT/'],
    ['the network of localhost', { allowHosts: [], allowCidrs: ['127.0.0.0/8'] }, 'http://localhost:PORT/'],
    ['localhost', { allowHosts: ['localhost'], allowCidrs: [] }, 'http://localhost:PORT/'],
    ['a private name', { allowHosts: ['crm.internal'], allowCidrs: [] }, 'http://crm.internal:PORT/'],
    ['the network of a name', { allowHosts: [], allowCidrs: ['127.0.0.1'] }, 'http://crm.internal:PORT/'],
  ])('open %s', async (_what, exceptions, url) => {
    expect(await get(url, new EgressPolicy(exceptions))).toMatchObject({ kind: 'answered', status: 200 });
    expect(await acceptedBefore()).toBe(1);
  });

  it.each(['http://user:secret@127.0.0.1:PORT/', 'ftp://127.0.0.1:PORT/', 'ws://127.0.0.1:PORT/', 'x://127.0.0.1:PORT/'])(
    'do not open it to %p',
    async (url) => {
      const policy = new EgressPolicy({ allowHosts: ['127.0.0.1'], allowCidrs: ['127.0.0.0/8'] });
      expect(await get(url, policy)).toEqual(NOT_ALLOWED);
      expect(await acceptedBefore()).toBe(0);
    },
  );
});

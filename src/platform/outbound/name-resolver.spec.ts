import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { nameResolver } from './name-resolver';

type Zone = Record<string, { A?: string[]; AAAA?: string[]; code?: number }>;

const ZONE: Zone = {
  'both.test': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
  'old.test': { A: ['192.0.2.3'] },
  'new.test': { AAAA: ['2001:db8::2'] },
  'empty.test': {},
  'broken.test': { code: 2 },
};

let server: Socket;
let questions: string[] = [];

beforeAll(async () => {
  server = createSocket('udp4', (query, { port, address }) => server.send(replyTo(query), port, address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});

beforeEach(() => {
  questions = [];
});

afterAll(() => new Promise<void>((closed) => server.close(closed)));

function resolverOf(fallback = jest.fn((host: string) => Promise.resolve([`from hosts: ${host}`]))) {
  return { resolve: nameResolver({ servers: [`127.0.0.1:${server.address().port}`], fallback }), fallback };
}

it.each([
  ['both.test', ['192.0.2.1', '192.0.2.2', '2001:db8::1']],
  ['old.test', ['192.0.2.3']],
  ['new.test', ['2001:db8::2']],
])('finds all addresses of %p', async (host, addresses) => {
  const { resolve, fallback } = resolverOf();
  expect(await resolve(host)).toEqual(addresses);
  expect(questions.sort()).toEqual([`${host} A`, `${host} AAAA`]);
  expect(fallback).not.toHaveBeenCalled();
});

it.each(['missing.test', 'empty.test'])('looks elsewhere for %p, which the name servers do not know', async (host) => {
  expect(await resolverOf().resolve(host)).toEqual([`from hosts: ${host}`]);
});

it('looks elsewhere when there is no name server', async () => {
  const closed = createSocket('udp4');
  await once(closed.bind(0, '127.0.0.1'), 'listening');
  const { port } = closed.address();
  await new Promise<void>((done) => closed.close(done));
  const resolve = nameResolver({ servers: [`127.0.0.1:${port}`], fallback: (host) => Promise.resolve([host]) });
  expect(await resolve('both.test')).toEqual(['both.test']);
});

it('does not occupy the system with a name whose servers fail', async () => {
  const { resolve, fallback } = resolverOf();
  await expect(resolve('broken.test')).rejects.toThrow('name servers');
  expect(fallback).not.toHaveBeenCalled();
});

it('knows the hosts file', async () => {
  const hostsFile = nameResolver({ servers: [`127.0.0.1:${server.address().port}`] });
  expect(await hostsFile('localhost')).toContain('127.0.0.1');
  expect(questions).toContain('localhost A');
});

/** A DNS message (RFC 1035, section 4) that answers the one question of another from the zone. */
function replyTo(query: Buffer): Buffer {
  const end = query.indexOf(0, HEADER) + 5;
  const type = query.readUInt16BE(end - 4) === 1 ? 'A' : 'AAAA';
  const name = labelsOf(query.subarray(HEADER, end - 5)).join('.');
  questions.push(`${name} ${type}`);
  const records = (ZONE[name]?.[type] ?? []).map((address) => recordOf(type, address));
  const header = Buffer.alloc(HEADER);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 + (ZONE[name] ? (ZONE[name].code ?? 0) : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(HEADER, end), ...records]);
}

const HEADER = 12;

function labelsOf(bytes: Buffer): string[] {
  const [length] = bytes;
  if (length === undefined) return [];
  return [bytes.toString('latin1', 1, 1 + length).toLowerCase(), ...labelsOf(bytes.subarray(1 + length))];
}

function recordOf(type: 'A' | 'AAAA', address: string): Buffer {
  const value = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const fixed = Buffer.from([0xc0, HEADER, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, value.length]);
  return Buffer.concat([fixed, value]);
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::').map((part) =>
    part
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
  );
  return Buffer.from(head + tail.padStart(32 - head.length, '0'), 'hex');
}

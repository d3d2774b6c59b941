import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { EICAR, hasClamd, startClamd, type Clamd } from '../../../test/support/clamd';
import { freePort } from '../../embedded-postgres/postmaster';
import { ClamdClient } from './clamd-client';

const contentOf = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

const MIB = 1024 * 1024;

/** Needs a running clamd, such as that of the Debian package clamav-daemon. */
(hasClamd ? describe : describe.skip)('a scan by clamd (needs clamav-daemon)', () => {
  let clamd: Clamd;

  beforeAll(async () => (clamd = await startClamd()));
  afterAll(() => clamd.stop());

  describe.each([
    ['TCP', () => clamd.tcpUrl],
    ['a Unix socket', () => clamd.unixUrl],
  ])('over %s', (_, url) => {
    const scan = (content: Readable) => new ClamdClient({ url: url() }).scan(content);

    it('finds harmless content clean', async () => {
      expect(await scan(contentOf('Hello, ', 'world'))).toEqual({ outcome: 'clean' });
    });

    it('names what it finds', async () => {
      const infected = { outcome: 'infected', signature: 'Eicar-Test.UNOFFICIAL' };
      expect(await scan(contentOf(EICAR))).toEqual(infected);
    });

    it('finds what is divided between chunks', async () => {
      const result = await scan(contentOf('', EICAR.slice(0, 20), '', EICAR.slice(20), ''));
      expect(result).toMatchObject({ outcome: 'infected' });
    });

    it('takes empty content', async () => {
      expect(await scan(contentOf())).toEqual({ outcome: 'clean' });
    });

    it('takes content that is much larger than the buffers of the connection', async () => {
      const content = Readable.from([randomBytes(1.9 * MIB)], { objectMode: false });
      expect(await scan(content)).toEqual({ outcome: 'clean' });
      expect(content.destroyed).toBe(true);
    });

    it('never calls content clean that exceeds what clamd takes', async () => {
      const content = Readable.from(
        Array.from({ length: 160 }, () => randomBytes(MIB / 16)),
        { objectMode: false },
      );
      expect(await scan(content)).toMatchObject({ outcome: 'unavailable' });
      expect(content.destroyed).toBe(true);
    });

    it('answers a ping', async () => {
      await new ClamdClient({ url: url() }).ping();
    });
  });
});

describe('a scanner that fails', () => {
  let server: Server | undefined;
  const sockets: Socket[] = [];

  /** A client of a server that handles each connection as the test says. */
  async function scripted(serve: (socket: Socket) => void, timeoutMs?: number): Promise<ClamdClient> {
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      serve(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ClamdClient({ url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs });
  }

  afterEach(async () => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    if (server) await new Promise((closed) => server!.close(closed));
    server = undefined;
  });

  it('is unavailable when nothing listens', async () => {
    const client = new ClamdClient({ url: `tcp://127.0.0.1:${await freePort()}` });
    const content = contentOf('abc');
    expect(await client.scan(content)).toMatchObject({
      outcome: 'unavailable',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(content.destroyed).toBe(true);
    await expect(client.ping()).rejects.toThrow('ECONNREFUSED');
    expect(await new ClamdClient({ url: 'unix:/missing' }).scan(contentOf('abc'))).toMatchObject({
      outcome: 'unavailable',
    });
  });

  it('is unavailable when it takes everything and does not answer in time', async () => {
    const client = await scripted((socket) => socket.resume(), 200);
    const reason = 'clamd did not answer within 0.2 seconds.';
    expect(await client.scan(contentOf('abc'))).toEqual({ outcome: 'unavailable', reason });
  });

  it('is unavailable when it stops taking content, and no more than a little is read of that', async () => {
    const client = await scripted((socket) => socket.pause(), 500);
    let read = 0;
    const content = new Readable({
      read() {
        read += MIB;
        this.push(Buffer.alloc(MIB));
      },
    });
    expect(await client.scan(content)).toMatchObject({ outcome: 'unavailable' });
    expect(read).toBeLessThan(20 * MIB);
    expect(content.destroyed).toBe(true);
  });

  it.each([
    ['closes the connection', (socket: Socket) => socket.end()],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['breaks off its answer', (socket: Socket) => socket.end('stream: O')],
    ['answers without an end', (socket: Socket) => socket.write('x'.repeat(10_000))],
    ['answers with an error', (socket: Socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
    ['answers something unknown', (socket: Socket) => socket.end('stream: OKAY\0')],
  ])('is unavailable when it %s', async (_, serve) => {
    const client = await scripted((socket) => socket.once('data', () => serve(socket)));
    expect(await client.scan(contentOf('abc'))).toMatchObject({ outcome: 'unavailable' });
  });

  it('has found something even if it answers before it has everything', async () => {
    const client = await scripted((socket) => socket.once('data', () => socket.end('stream: Worm FOUND\0')));
    const endless = new Readable({ read: () => undefined });
    endless.push('abc');
    expect(await client.scan(endless)).toEqual({ outcome: 'infected', signature: 'Worm' });
    expect(endless.destroyed).toBe(true);
  });

  it('is not blamed for content that cannot be read', async () => {
    const client = await scripted((socket) => socket.resume());
    await expect(client.scan(createReadStream('/missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

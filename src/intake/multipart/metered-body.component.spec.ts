import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiError } from '../../api/errors/api-error';
import { MeteredBody } from './metered-body';

const WINDOW_MS = 200;
const LIMITS = { maxBytes: 100_000, windowMs: WINDOW_MS, minBytesPerWindow: 1000, totalMs: 60_000 };

let server: Server;
let client: ClientRequest;
let request: IncomingMessage;

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = httpRequest({ port: (server.address() as AddressInfo).port, method: 'POST' });
  client.on('error', () => undefined).flushHeaders();
  [request] = (await once(server, 'request')) as [IncomingMessage];
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Resolves with the code of the failure, or with null for a body that passed completely. */
function outcomeOf(body: MeteredBody): Promise<string | null> {
  return new Promise((resolve) => {
    body.once('error', (error) => resolve((error as ApiError).code)).once('end', () => resolve(null));
  });
}

/** Sends enough bytes for one window, and resolves when they have arrived. */
async function arrives(body: MeteredBody): Promise<void> {
  client.write('x'.repeat(2000));
  await once(body, 'data');
}

describe('a body', () => {
  it('passes unchanged, however small it is', async () => {
    const body = request.pipe(new MeteredBody(request, LIMITS));
    client.end('abc');
    const chunks = await body.toArray();
    expect(Buffer.concat(chunks as Buffer[]).toString()).toBe('abc');
  });

  it('whose client leaves before anybody reads it tells the first reader, and ends nothing else', async () => {
    const body = request.pipe(new MeteredBody(request, LIMITS));
    body.destroy(new Error('left'));
    await nextTurn();
    await expect(body.toArray()).rejects.toThrow('left');
  });

  it('is refused with 408 when nothing arrives for a window', async () => {
    const body = request.pipe(new MeteredBody(request, LIMITS));
    const outcome = outcomeOf(body);
    await arrives(body);
    jest.advanceTimersByTime(WINDOW_MS);
    expect(body.destroyed).toBe(false);
    jest.advanceTimersByTime(WINDOW_MS);
    expect(await outcome).toBe('request_timeout');
  });

  it('is refused with 408 when it arrives fast enough and takes too long', async () => {
    const body = request.pipe(new MeteredBody(request, { ...LIMITS, totalMs: 3 * WINDOW_MS }));
    const outcome = outcomeOf(body);
    for (let window = 1; window <= 3; window += 1) {
      expect(body.destroyed).toBe(false);
      await arrives(body);
      jest.advanceTimersByTime(WINDOW_MS);
    }
    expect(await outcome).toBe('request_timeout');
  });

  it('is refused with 413 as soon as it is too large, also without Content-Length', async () => {
    const body = request.pipe(new MeteredBody(request, LIMITS)).resume();
    client.write('x'.repeat(LIMITS.maxBytes + 1));
    expect(await outcomeOf(body)).toBe('payload_too_large');
  });

  it('may wait for a slow reader for any time', async () => {
    const body = request.pipe(new MeteredBody(request, LIMITS));
    client.end('x'.repeat(80_000));
    while (body.readableLength === 0) await nextTurn();
    jest.advanceTimersByTime(3 * WINDOW_MS); // nobody reads the body meanwhile
    const outcome = outcomeOf(body);
    body.resume();
    expect(await outcome).toBeNull();
  });
});

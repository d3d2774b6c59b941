import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startThrowawayPostgres } from '../../embedded-postgres/throwaway-postgres';
import { waitUntilReachable } from './open-database';

describe('waitUntilReachable', () => {
  it('reports a database that does not answer once, and gives up at the timeout', async () => {
    const notices: string[] = [];
    const startedAtMs = performance.now();
    const proxy = createServer((socket) => socket.once('data', () => socket.end())).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    await waitUntilReachable(`postgres://app@127.0.0.1:${port}/app`, (line) => notices.push(line), 600);
    expect(performance.now() - startedAtMs).toBeGreaterThan(600);
    expect(notices).toEqual([expect.stringContaining('does not answer yet')]);
    proxy.close();
  });

  it('returns at once when the database accepts or refuses the connection', async () => {
    const { url, stop } = await startThrowawayPostgres({ name: 'app' });
    const notices: string[] = [];
    const unknownUser = Object.assign(new URL(url), { username: 'nobody', password: 'wrong' });
    for (const each of [url, unknownUser.href]) await waitUntilReachable(each, (line) => notices.push(line));
    expect(notices).toEqual([]);
    await stop();
  });
});

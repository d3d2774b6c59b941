import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { awaitDatabase } from './await-database';
import { startThrowawayPostgres } from '../../embedded-postgres/throwaway-postgres';

describe('a database', () => {
  it('that is away is told of once, and waited for no longer than given', async () => {
    const notices: string[] = [];
    const startedAtMs = performance.now();
    const proxy = createServer((socket) => socket.once('data', () => socket.end())).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    await awaitDatabase(`postgres://forms@127.0.0.1:${port}/forms`, (line) => notices.push(line), 600);
    expect(performance.now() - startedAtMs).toBeGreaterThan(600);
    expect(notices).toEqual([expect.stringContaining('does not answer yet')]);
    proxy.close();
  });

  it('that lets us in or keeps us out is not waited for', async () => {
    const { url, stop } = await startThrowawayPostgres();
    const notices: string[] = [];
    const stranger = Object.assign(new URL(url), { username: 'nobody', password: 'wrong' });
    for (const each of [url, stranger.href]) await awaitDatabase(each, (line) => notices.push(line));
    expect(notices).toEqual([]);
    await stop();
  });
});

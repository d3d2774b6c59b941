import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { startThrowawayPostgres } from '../../../test/support/throwaway-postgres';
import { assertReachable, retryUntilAvailable } from './open-database';

let notices: string[];
const log = { warn: (line: string) => void notices.push(line) };
beforeEach(() => (notices = []));

describe('a step of the start', () => {
  it('reports a database that does not answer once for all steps, and gives up at the timeout', async () => {
    const startedAtMs = performance.now();
    const proxy = createServer((socket) => socket.once('data', () => socket.end())).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const step = () => assertReachable(`postgres://app@127.0.0.1:${port}/app`);
    const outcomes = await Promise.allSettled([1, 2].map(() => retryUntilAvailable(step, log, 600)));
    expect(performance.now() - startedAtMs).toBeGreaterThan(600);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(notices).toEqual([expect.stringContaining('does not answer yet')]);
    proxy.close();
  });

  it('ends at once when the database accepts or refuses the connection', async () => {
    const { url, stop } = await startThrowawayPostgres({ name: 'app' });
    const unknownUser = Object.assign(new URL(url), { username: 'nobody', password: 'wrong' });
    await retryUntilAvailable(() => assertReachable(url), log);
    const refusal = /nobody.*Set DATABASE_URL to a role of the server/;
    await expect(retryUntilAvailable(() => assertReachable(unknownUser.href), log)).rejects.toThrow(refusal);
    const missing = /database "elsewhere" does not exist\. Create that database/;
    const elsewhere = url.replace(/app$/, 'elsewhere');
    await expect(retryUntilAvailable(() => assertReachable(elsewhere), log)).rejects.toThrow(missing);
    expect(notices).toEqual([]);
    await stop();
  });

  it('is repeated until it succeeds, and ends with any other error', async () => {
    const errors = [Object.assign(new Error('starting up'), { code: '57P03' }), new Error('Connection terminated')];
    const failing = () => Promise.reject(errors.shift() ?? new Error('another'));
    await expect(retryUntilAvailable(failing, log)).rejects.toThrow('another');
    expect(errors).toEqual([]);
    expect(notices).toHaveLength(1);
  });
});

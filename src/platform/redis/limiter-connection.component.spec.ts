import { Logger } from '@nestjs/common';
import { atEnd } from '../../../test/support/at-end';
import { startRedisCluster } from '../../../test/support/redis-cluster';
import { hasRedisServer, startRedisServer } from '../../../test/support/redis-server';
import { waitUntil } from '../../../test/support/wait-until';
import { LimiterConnection } from './limiter-connection';

beforeAll(() => {
  Logger.overrideLogger(false);
  LimiterConnection.answerTimeoutMs = 60_000;
});

const COUNT = `redis.call('INCR', KEYS[1]) return redis.call('INCR', KEYS[2])`;

/** Executes a script on two keys of each of many slots, once there is a connection. */
async function countIn(redisUrl: string, slots: number): Promise<(number | null)[]> {
  const connection = new LimiterConnection(redisUrl);
  atEnd(() => connection.onApplicationShutdown());
  const count = connection.script<number>('test', 'count', COUNT);
  await waitUntil(async () => (await count(['{first}:a', '{first}:b'], [])) !== null);
  return Promise.all(Array.from({ length: slots }, (_, slot) => count([`{${slot}}:a`, `{${slot}}:b`], [])));
}

const EACH_ONCE = Array.from({ length: 30 }, () => 1);

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a connection for limits (needs redis-server)', () => {
  it('executes scripts on all nodes of a cluster', async () => {
    const nodes = await startRedisCluster(3);
    expect(await countIn(nodes[0]!.url.replace('redis:', 'redis+cluster:'), 30)).toEqual(EACH_ONCE);
    const sizes = await Promise.all(nodes.map(({ ask }) => ask('dbsize')));
    expect(sizes.every((size) => Number(size) > 0)).toBe(true);
    expect(await countIn(nodes.map(({ url }) => url).join(), 30)).toEqual(EACH_ONCE.map(() => 2));
  });

  it('goes to the master that a Sentinel names', async () => {
    const [master, sentinel] = await Promise.all([startRedisServer(), startRedisServer('--sentinel')]);
    await sentinel.ask('sentinel', 'monitor', 'ours', '127.0.0.1', new URL(master.url).port, '1');
    await master.ask('config', 'set', 'requirepass', 'secret');
    const { host } = new URL(sentinel.url);
    const url = `redis+sentinel://:secret@127.0.0.1:1/ours,redis+sentinel://${host}`;
    expect(await countIn(url, 30)).toEqual(EACH_ONCE);
  });
});

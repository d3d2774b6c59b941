import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Logger } from '@nestjs/common';
import { atEnd } from '../../../test/support/at-end';
import type { RedisServer } from '../../../test/support/redis-server';
import { hasRedisServer, startRedisServer } from '../../../test/support/redis-server';
import { waitUntil } from '../../../test/support/wait-until';
import { LimiterConnection } from '../../platform/redis/limiter-connection';
import type { Script } from '../../platform/redis/limiter-connection';
import type { Bucket } from './bucket-store';
import { MemoryBucketStore } from './memory-bucket-store';
import { RedisBucketStore } from './redis-bucket-store';

/** Executes its scripts at the time of a clock of the test. */
class ClockedConnection extends LimiterConnection {
  nowMs = 1_780_000_000_000;

  override script<Reply>(limiter: string, name: string, lua: string): Script<Reply> {
    const clocked = lua
      .replace(`redis.call('TIME')`, '{ARGV[#ARGV - 1], ARGV[#ARGV]}')
      .replace(`'PX', math.ceil((kept - now) / 1000)`, `'PX', 600000`);
    const execute = super.script<Reply>(limiter, name, clocked);
    return (keys, values) => execute(keys, [...values, Math.floor(this.nowMs / 1000), (this.nowMs % 1000) * 1000]);
  }
}

function connect<Connection extends LimiterConnection>(connection: Connection): Connection {
  atEnd(() => connection.onApplicationShutdown());
  return connection;
}

const aStore = ({ url }: RedisServer) => new RedisBucketStore(connect(new LimiterConnection(url)));

/** Resolves when the store is connected. */
async function connected(store: RedisBucketStore): Promise<RedisBucketStore> {
  await waitUntil(async () => (await store.take([aBucket()])).states.length > 0);
  return store;
}

/** A bucket that no other test uses. */
const aBucket = (perMinute = 6, name = 'read', shard: string = randomUUID()): Bucket => ({
  name,
  key: randomUUID(),
  shard,
  perMinute,
});

async function takenFrom(store: RedisBucketStore, buckets: Bucket[], attempts: number): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: attempts }, () => store.take(buckets)));
  return outcomes.filter(({ allowed }) => allowed).length;
}

/** Steps of a caller: a pause, the buckets of a request, and whether the request puts its tokens back. */
const steps = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.constant(0), fc.nat(3_000), fc.nat(70_000)),
    chosen: fc.subarray([0, 1, 2], { minLength: 1 }),
    isPutBack: fc.boolean(),
  }),
  { minLength: 5, maxLength: 40 },
);
const limits = fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12_000 })), {
  minLength: 3,
  maxLength: 3,
});

beforeAll(() => Logger.overrideLogger(false));

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('buckets in Redis (needs redis-server)', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  beforeEach(() => void (LimiterConnection.answerTimeoutMs = 60_000));

  it('are taken, refused, described and put back like those in memory', async () => {
    const connection = connect(new ClockedConnection(redis.url));
    const clock = () => connection.nowMs;
    await connected(new RedisBucketStore(connection, new MemoryBucketStore(clock)));
    await fc.assert(
      fc.asyncProperty(limits, steps, async (each, calls) => {
        const shared = new RedisBucketStore(connection, new MemoryBucketStore(clock));
        const memory = new MemoryBucketStore(clock);
        const shard = randomUUID();
        const buckets = each.map((perMinute, index) => aBucket(perMinute, `bucket ${index}`, shard));
        for (const { pauseMs, chosen, isPutBack } of calls) {
          connection.nowMs += pauseMs;
          const asked = chosen.map((index) => buckets[index]!);
          const taken = await memory.take(asked);
          expect(await shared.take(asked)).toEqual(taken);
          if (!isPutBack || !taken.allowed) continue;
          for (const store of [memory, shared]) await store.putBack(asked[0]!);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('give to simultaneous requests of several processes exactly what there is', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => connected(aStore(redis))));
    const [key, account] = [aBucket(100), aBucket(4, 'user_aggregate')];
    const counts = await Promise.all(stores.map((store) => takenFrom(store, [{ ...key, shard: account.shard }, account], 40)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4);
  });

  it('are emptied for all processes, and put back for all', async () => {
    const [first, second] = [await connected(aStore(redis)), await connected(aStore(redis))];
    const bucket: Bucket = { ...aBucket(1), isReturnable: true };
    expect(await takenFrom(first, [bucket], 1)).toBe(1);
    expect(await takenFrom(second, [bucket], 1)).toBe(0);
    await first.putBack(bucket);
    expect(await takenFrom(second, [bucket], 2)).toBe(1);
  });

  it.each([undefined, true] as const)('are not refilled by the loss of data and scripts, returnable %s', async (isReturnable) => {
    const store = await connected(aStore(redis));
    const bucket: Bucket = { ...aBucket(2), isReturnable };
    expect(await takenFrom(store, [bucket], 1)).toBe(1);
    await redis.ask('flushall');
    await redis.ask('script', 'flush');
    expect(await takenFrom(store, [bucket], 3)).toBe(1);
  });

  it('forget what was stored before the clock was set back', async () => {
    const store = await connected(aStore(redis));
    const bucket = aBucket(1);
    const inAnHour = String((Date.now() + 3_600_000) * 1000);
    await redis.ask('set', `{limit:${bucket.shard}}:read:${bucket.key}`, inAnHour);
    expect(await store.take([bucket])).toMatchObject({ allowed: false, retryAfterSeconds: 60 });
  });
});

withRedis('buckets whose Redis goes away (needs redis-server)', () => {
  /** Lets all stores ask until no token is left, and returns the number of tokens that were taken. */
  async function takenByAll(stores: RedisBucketStore[], bucket: Bucket): Promise<number> {
    let sum = 0;
    for (const store of stores) sum += await takenFrom(store, [bucket], 20);
    return sum;
  }

  it('are shared out among the processes, and are not refilled when it returns', async () => {
    LimiterConnection.answerTimeoutMs = 60_000;
    const redis = await startRedisServer();
    const connections = [1, 2, 3].map(() => connect(new LimiterConnection(redis.url)));
    const stores = await Promise.all(connections.map((connection) => connected(new RedisBucketStore(connection))));
    stores.forEach((store) => store.register());
    await waitUntil(() => connections.every((connection) => connection.instancesOf('requests').current === 3));
    LimiterConnection.answerTimeoutMs = 50;

    for (const [goAway, comeBack] of [
      [() => redis.freeze(), () => redis.thaw()],
      [() => redis.kill(), () => redis.start()],
    ] as const) {
      const [used, unused] = [aBucket(3), aBucket(3)];
      const sinceMs = performance.now();
      const refilled = () => Math.floor((performance.now() - sinceMs) / 20_000);
      await takenByAll(stores, used);
      await goAway();
      expect(await takenByAll(stores, used)).toBeLessThanOrEqual(refilled());
      const shares = await takenByAll(stores, unused);
      expect(shares).toBeGreaterThanOrEqual(3);
      expect(shares).toBeLessThanOrEqual(3 + refilled());
      const refused = await stores[0]!.take([unused]);
      expect(refused).toEqual({ allowed: false, refusedBy: 'read', retryAfterSeconds: expect.any(Number), states: [] });
      await comeBack();
      await Promise.all(stores.map(connected));
      expect(await takenByAll(stores, unused)).toBeLessThanOrEqual(refilled());
      await stores[0]!.putBack(used);
    }
  });
});

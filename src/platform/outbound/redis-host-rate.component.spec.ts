import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { atEnd } from '../../../test/support/at-end';
import type { RedisServer } from '../../../test/support/redis-server';
import { hasRedisServer, startRedisServer } from '../../../test/support/redis-server';
import { waitUntil } from '../../../test/support/wait-until';
import { LimiterConnection } from '../redis/limiter-connection';
import { HostLimits } from './host-limits';
import { RedisHostRate } from './redis-host-rate';

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('the rate of a host that several processes share (needs redis-server)', () => {
  let redis: RedisServer;
  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(async () => {
    LimiterConnection.answerTimeoutMs = 60_000;
    redis = await startRedisServer();
  });

  /** A process that is connected to Redis and may send any number of requests at a time. */
  async function aProcess(): Promise<{ limits: HostLimits; rate: RedisHostRate }> {
    const connection = new LimiterConnection(redis.url);
    atEnd(() => connection.onApplicationShutdown());
    const rate = new RedisHostRate(connection);
    await waitUntil(async () => (await rate.begin(randomUUID(), 20)) !== null);
    return { limits: new HostLimits({ concurrent: 1000 }, rate), rate };
  }

  /** Sends a request as soon as it may. */
  async function send(limits: HostLimits, host: string): Promise<void> {
    for (;;) {
      const acquisition = await limits.tryAcquire(host, performance.now());
      if (acquisition.isAcquired) return acquisition.release(true, performance.now());
      await pause(acquisition.retryAfterMs);
    }
  }

  it('is twenty in any second', async () => {
    const processes = await Promise.all([aProcess(), aProcess()]);
    const host = randomUUID();
    const startedMs = performance.now();
    await Promise.all(Array.from({ length: 60 }, (_, index) => send(processes[index % 2]!.limits, host)));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_990);
  });

  it('spreads the tries of all who wait', async () => {
    const rates = [(await aProcess()).rate, (await aProcess()).rate];
    const host = randomUUID();
    const tries: { earliestMs: number; latestMs: number }[] = [];
    for (let n = 0; n < 60; n += 1) {
      const beforeMs = performance.now();
      const delayMs = await rates[n % 2]!.begin(host, 20);
      if (delayMs) tries.push({ earliestMs: beforeMs + delayMs - 1, latestMs: performance.now() + delayMs });
    }
    expect(tries.at(-1)!.latestMs - tries[0]!.earliestMs).toBeGreaterThanOrEqual((tries.length - 1) * 50);
  });

  it('is divided among the processes while Redis is away', async () => {
    const processes = await Promise.all([aProcess(), aProcess()]);
    await waitUntil(() => processes.every(({ rate }) => rate.instances === 2));
    LimiterConnection.answerTimeoutMs = 50;
    await redis.kill();
    const host = randomUUID();
    const nowMs = performance.now();
    for (const { limits } of processes) {
      const acquired = await Promise.all(Array.from({ length: 20 }, () => limits.tryAcquire(host, nowMs)));
      expect(acquired.filter(({ isAcquired }) => isAcquired)).toHaveLength(10);
    }
  });
});

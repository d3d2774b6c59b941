import { LimiterConnection } from '../../src/platform/redis/limiter-connection';
import type { Answer, Api } from '../support/api';
import type { Instance, TestApp } from '../support/app';
import { startApp } from '../support/app';
import { anEnabledForm, submit } from '../support/forms';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import { waitUntil } from '../support/wait-until';

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('three processes with one Redis (needs redis-server)', () => {
  let redis: RedisServer;
  let app: TestApp;
  let instances: Instance[];

  beforeAll(async () => {
    LimiterConnection.answerTimeoutMs = 60_000;
    redis = await startRedisServer();
    const intake = { perIp: 5, perIpForm: 0, perIpFormMax: 600, perForm: 0 };
    app = await startApp({ redisUrl: redis.url, intake });
    instances = [app, await app.sibling(), await app.sibling()];
    await Promise.all(instances.map(({ api }) => waitUntil(async () => isShared(await ask(api)))));
  });
  beforeEach(() => void (LimiterConnection.answerTimeoutMs = 60_000));
  afterEach(() => void (LimiterConnection.answerTimeoutMs = 50));

  const ask = (api: Api): Promise<Answer> => api.get('/v1/capabilities');

  const isShared = ({ headers }: Answer): boolean => headers.ratelimit !== undefined;

  /** Sends as many requests to each process, all at the same time. */
  async function burst(request: (api: Api) => Promise<Answer>, each: number): Promise<Answer[]> {
    const apis = instances.flatMap(({ api }) => Array.from({ length: each }, () => api));
    const answers = await Promise.all(apis.map(request));
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
    return answers;
  }

  const countOf = (answers: Answer[], status: number): number => answers.filter((answer) => answer.status === status).length;

  /** Expects that so many requests passed, and no more than those for which the bucket was refilled meanwhile. */
  function expectExactly(limit: number, passed: number, sinceMs: number): void {
    expect(passed).toBeGreaterThanOrEqual(limit);
    expect(passed).toBeLessThanOrEqual(limit + Math.floor(((performance.now() - sinceMs) / 60_000) * limit));
  }

  it('together hold a key to its limit, and tell all callers the same', async () => {
    const key = await app.key({ readPerMinute: 5 });
    const sinceMs = performance.now();
    const answers = await burst((api) => ask(api.as(key)), 25);
    expectExactly(5, countOf(answers, 200), sinceMs);
    expect(countOf(answers, 200) + countOf(answers, 429)).toBe(75);
    const remaining = answers.map(({ headers }) => /^"read";r=(\d+);/.exec(headers.ratelimit ?? '')?.[1]);
    expect(new Set(remaining)).toEqual(new Set(['0', '1', '2', '3', '4']));
  });

  it('together hold an address to the limit of failed authentications', async () => {
    const sinceMs = performance.now();
    const answers = await burst((api) => ask(api.as('guess')), 20);
    expectExactly(20, countOf(answers, 401), sinceMs);
  });

  it('together hold a visitor to the limit of submissions', async () => {
    const form = await anEnabledForm(app.api);
    const sinceMs = performance.now();
    const answers = await burst((api) => submit(api, form, { n: 1 }), 10);
    expectExactly(5, countOf(answers, 201), sinceMs);
  });

  it('answer as usual while Redis is frozen or killed, within the limit, and share it again afterwards', async () => {
    const counts = instances.map((instance) => instance.app.get(LimiterConnection).instancesOf('requests'));
    await waitUntil(() => counts.every(({ current }) => current === 3));
    LimiterConnection.answerTimeoutMs = 50;
    for (const [goAway, comeBack] of [
      [() => redis.freeze(), () => redis.thaw()],
      [() => redis.kill(), () => redis.start()],
    ] as const) {
      const key = await app.key({ readPerMinute: 6 });
      const sinceMs = performance.now();
      const during = burst((api) => ask(api.as(key)), 20);
      await goAway();
      const answers = [...(await during), ...(await burst((api) => ask(api.as(key)), 20))];
      expect(countOf(answers, 200) + countOf(answers, 429)).toBe(120);
      const refilled = ((performance.now() - sinceMs) / 60_000) * 6;
      expect(countOf(answers, 200)).toBeLessThanOrEqual(2 * 6 + refilled); // Redis may have given all before the processes give their shares
      await comeBack();
      await Promise.all(instances.map(({ api }) => waitUntil(async () => isShared(await ask(api)))));
    }
  });
});

import { randomUUID } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { RedisOptions } from 'ioredis';
import { CircuitBreaker } from '../circuit-breaker';
import { getOrInsert } from '../maps.rules';
import { withTimeout } from '../time';
import { connectToRedis, replaceConnection, type RedisClient, redisOutages } from './redis-client';

/** Executes a Lua script, whose keys share one hash tag. Resolves with null when Redis does not answer, and never rejects. */
export type Script<Reply> = (keys: readonly string[], values: readonly (string | number)[]) => Promise<Reply | null>;

/**
 * The connection for limits that several processes share. An unavailable or slow Redis delays few requests: after five failures in a row,
 * it is not asked for five seconds, or until the client has reconnected. A connection that does not answer is replaced, since TCP would
 * notice only after a quarter of an hour.
 */
export class LimiterConnection implements OnApplicationShutdown {
  /** The longest time in milliseconds that a caller waits for Redis. Tests that need exact counts on busy machines raise it. */
  static answerTimeoutMs = 50;

  private readonly redis: RedisClient;
  private readonly breaker = new CircuitBreaker(FAILURES_BEFORE_OPEN, OPEN_MS);
  private readonly counts = new Map<string, InstanceCount>();
  private readonly instanceId = randomUUID();
  private readonly signOfLife: Script<number>;
  private connectionError: Error | undefined;

  /** @param onFallback called with the name of a limiter each time that Redis does not answer */
  constructor(
    redisUrl: string,
    private readonly onFallback: (limiter: string) => void = () => undefined,
  ) {
    // For the check of a new connection; ioredis does not clear its `socketTimeout` when a connection is lost.
    const commandTimeout = 40 * LimiterConnection.answerTimeoutMs;
    this.redis = connectToRedis(redisUrl, { ...CLIENT_OPTIONS, commandTimeout });
    this.redis.on('error', (error: Error) => (this.connectionError = error));
    this.redis.on('ready', () => {
      this.connectionError = undefined;
      this.breaker.testSoon();
    });
    this.signOfLife = this.script('instances', 'signOfLife', SIGN_OF_LIFE);
  }

  /** Defines a script. The name of its limiter tells operators which limits an outage affects. */
  script<Reply>(limiter: string, name: string, lua: string): Script<Reply> {
    this.redis.defineCommand(name, { lua });
    const commands = this.redis as unknown as Record<string, (...words: (string | number)[]) => Promise<Reply>>;
    return (keys, values) => this.attempt(limiter, () => commands[name]!(keys.length, ...keys, ...values));
  }

  /** The number of processes that share a kind of limits. The first call adds this process. */
  instancesOf(kind: string): InstanceCount {
    const signOfLife = (seconds: number) => this.signOfLife([`{instances}:${kind}`], [this.instanceId, seconds]);
    return getOrInsert(this.counts, kind, () => new InstanceCount(signOfLife));
  }

  onApplicationShutdown(): void {
    this.counts.forEach((count) => count.stop());
    this.redis.disconnect();
    redisOutages.forget(this);
  }

  private async attempt<Reply>(limiter: string, ask: () => Promise<Reply>): Promise<Reply | null> {
    const beganAtMs = performance.now();
    if (!this.breaker.tryCall(beganAtMs)) return this.fallBack(limiter);
    try {
      const reply = await withTimeout(LimiterConnection.answerTimeoutMs, ask(), giveUp);
      this.breaker.succeed();
      redisOutages.end(this);
      return reply;
    } catch (error) {
      this.breaker.fail(beganAtMs, performance.now());
      if (this.breaker.isOpen) redisOutages.begin(this, this.connectionError ?? error); // a single slow answer is not an outage
      if (error instanceof AnswerTimeout && this.breaker.isOpen) replaceConnection(this.redis);
      return this.fallBack(limiter);
    }
  }

  private fallBack(limiter: string): null {
    this.onFallback(limiter);
    return null;
  }
}

class AnswerTimeout extends Error {}

function giveUp(): never {
  throw new AnswerTimeout(`There was no answer within ${LimiterConnection.answerTimeoutMs} ms.`);
}

const FAILURES_BEFORE_OPEN = 5;
const OPEN_MS = 5_000;

const CLIENT_OPTIONS: RedisOptions = { enableOfflineQueue: false, maxRetriesPerRequest: 0, connectTimeout: 2_000, disconnectTimeout: 500 };

class InstanceCount {
  private readonly timer: NodeJS.Timeout;
  private readonly counts: number[] = [];

  constructor(private readonly signOfLife: (forgetSeconds: number) => Promise<number | null>) {
    this.timer = setInterval(() => void this.refresh(), INTERVAL_SECONDS * 1000).unref();
    void this.refresh();
  }

  /** The highest of the last counts, at least 1: after Redis has lost its data, the first counts are too low. */
  get current(): number {
    return Math.max(1, ...this.counts);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Updates the counts, and keeps the old ones while Redis is unavailable. */
  private async refresh(): Promise<void> {
    const count = await this.signOfLife(FORGET_SECONDS);
    if (count === null) return;
    this.counts.unshift(count);
    this.counts.splice(COUNTS_TO_KEEP);
  }
}

const INTERVAL_SECONDS = 5;
const FORGET_SECONDS = 15;
const COUNTS_TO_KEEP = 4;

/** Adds this instance to a set, removes those that are silent or have a time in the future, and returns how many remain. */
const SIGN_OF_LIFE = `
local now = tonumber(redis.call('TIME')[1])
local forget = tonumber(ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - forget)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. (now + forget), '+inf')
redis.call('EXPIRE', KEYS[1], forget)
return redis.call('ZCARD', KEYS[1])
`;

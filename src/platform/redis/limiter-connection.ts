import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { RedisOptions } from 'ioredis';
import { CircuitBreaker } from './circuit-breaker';
import { InstanceCount, SIGN_OF_LIFE } from './instance-count';
import { connectToRedis } from './redis-client';
import type { RedisClient } from './redis-client';

/** Executes a script, whose keys have one hash tag. Resolves with null when Redis cannot be asked, and never rejects. */
export type Script<Reply> = (keys: readonly string[], values: readonly (string | number)[]) => Promise<Reply | null>;

/**
 * The connection for limits that several processes share. A Redis that is away or slow delays few requests: after five failures in a row
 * nobody asks it for five seconds, or until the client has connected again. A connection that does not answer is replaced, which TCP would
 * do after a quarter of an hour.
 */
export class LimiterConnection implements OnApplicationShutdown {
  /** The longest time that a caller waits for Redis. Tests that need exact counts on busy machines raise it. */
  static answerTimeoutMs = 50;

  private readonly log = new Logger('Limits');
  private readonly redis: RedisClient;
  private readonly breaker = new CircuitBreaker(FAILURES_BEFORE_OPEN, OPEN_MS);
  private readonly counts = new Map<string, InstanceCount>();
  private readonly instanceId = randomUUID();
  private readonly signOfLife: Script<number>;
  private isAway = false;
  private isReplacing = false;

  /** @param onFallback is told the name of a script each time that Redis could not be asked */
  constructor(
    redisUrl: string,
    private readonly onFallback: (script: string) => void = () => undefined,
  ) {
    // for the check of a new connection; ioredis does not clear its `socketTimeout` when a connection is lost
    const commandTimeout = 40 * LimiterConnection.answerTimeoutMs;
    this.redis = connectToRedis(redisUrl, { ...CLIENT_OPTIONS, commandTimeout });
    this.redis.on('error', () => undefined); // each call reports its own failure
    this.redis.on('close', () => (this.isReplacing = false));
    this.redis.on('ready', () => this.breaker.testSoon());
    this.signOfLife = this.script('signOfLife', SIGN_OF_LIFE);
  }

  script<Reply>(name: string, lua: string): Script<Reply> {
    this.redis.defineCommand(name, { lua });
    const commands = this.redis as unknown as Record<string, (...words: (string | number)[]) => Promise<Reply>>;
    return (keys, values) => this.attempt(name, () => commands[name]!(keys.length, ...keys, ...values));
  }

  /** The number of processes that share a kind of limits. The first call makes this process one of them. */
  instancesOf(kind: string): InstanceCount {
    const known = this.counts.get(kind);
    if (known) return known;
    const count = new InstanceCount((seconds) => this.signOfLife([`{instances}:${kind}`], [this.instanceId, seconds]));
    this.counts.set(kind, count);
    return count;
  }

  onApplicationShutdown(): void {
    this.counts.forEach((count) => count.stop());
    this.redis.disconnect();
  }

  private async attempt<Reply>(script: string, ask: () => Promise<Reply>): Promise<Reply | null> {
    if (!this.breaker.tryCall(performance.now())) return this.fallBack(script);
    try {
      const reply = await answerOf(ask(), LimiterConnection.answerTimeoutMs);
      this.breaker.succeed();
      this.reportReturn();
      return reply;
    } catch (error) {
      this.breaker.fail(performance.now());
      this.reportOutage(error);
      if (error instanceof AnswerTimeout) this.replaceConnection();
      return this.fallBack(script);
    }
  }

  private replaceConnection(): void {
    if (this.isReplacing || !this.breaker.isOpen || this.redis.status !== 'ready') return;
    this.isReplacing = true;
    this.redis.disconnect(true);
  }

  private fallBack(script: string): null {
    this.onFallback(script);
    return null;
  }

  /** A single slow answer is not an outage. */
  private reportOutage(error: unknown): void {
    if (this.isAway || !this.breaker.isOpen) return;
    this.isAway = true;
    this.log.warn({ err: error }, 'Redis does not answer. Each process applies its share of the limits.');
  }

  private reportReturn(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.log.log('Redis answers again. The processes share their limits.');
  }
}

/**
 * Rejects when there is no answer in time. A busy event loop handles its timers before the answers that wait in its sockets, so the
 * timeout counts after these have been read.
 */
function answerOf<Reply>(asked: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new AnswerTimeout(`There was no answer within ${timeoutMs} ms.`));
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

class AnswerTimeout extends Error {}

const FAILURES_BEFORE_OPEN = 5;
const OPEN_MS = 5_000;

/** Commands fail at once without a connection and are never repeated. */
const CLIENT_OPTIONS: RedisOptions = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  disconnectTimeout: 500,
};

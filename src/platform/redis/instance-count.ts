/** The number of processes that share a kind of limits, counted by signs of life in Redis. */
export class InstanceCount {
  private readonly timer: NodeJS.Timeout;
  /** Latest first. */
  private readonly counts: number[] = [];

  /** `signOfLife` executes the script below, and resolves with null when Redis cannot be asked. */
  constructor(private readonly signOfLife: (forgetSeconds: number) => Promise<number | null>) {
    this.timer = setInterval(() => void this.refresh(), INTERVAL_SECONDS * 1000).unref();
    void this.refresh();
  }

  /** At least 1. The highest of the last counts, since a Redis that was emptied does not know all processes at once. */
  get current(): number {
    return Math.max(1, ...this.counts);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Keeps the last counts while Redis is away. */
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

/** Adds an instance to a set, forgets those that have been silent, also those whose time was set back, and returns the number left. */
export const SIGN_OF_LIFE = `
local now = tonumber(redis.call('TIME')[1])
local forget = tonumber(ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - forget)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. (now + forget), '+inf')
redis.call('EXPIRE', KEYS[1], forget)
return redis.call('ZCARD', KEYS[1])
`;

import { createHash } from 'node:crypto';
import type { LimiterConnection, Script } from '../redis/limiter-connection';
import type { SharedHostRate } from './host-limits';

export class RedisHostRate implements SharedHostRate {
  private readonly beginScript: Script<number>;

  constructor(private readonly connection: LimiterConnection) {
    this.beginScript = connection.script('destinations', 'beginRequest', BEGIN_REQUEST);
  }

  get instances(): number {
    return this.connection.instancesOf(KIND).current;
  }

  /** Counts a request. The first call adds this process to those that share the rate. */
  begin(host: string, perSecond: number): Promise<number | null> {
    this.connection.instancesOf(KIND);
    const tag = `{host:${createHash('sha256').update(host).digest('base64url')}}`;
    return this.beginScript([`${tag}:starts`, `${tag}:next-try`], [perSecond]);
  }
}

const KIND = 'deliveries';

/**
 * Stores the start times of the last requests, in microseconds by the clock of Redis, oldest first. Spreads tries at the rate of the host,
 * so that waiting callers do not all return at once. A start more than a second ahead is from before the clock was set back.
 */
const BEGIN_REQUEST = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local perSecond = tonumber(ARGV[1])
local oldest = redis.call('LINDEX', KEYS[1], -perSecond)
local wait = oldest and oldest + 1000000 - now or 0
if wait > 0 and wait <= 1000000 then
  local nextTry = math.max(now + wait, tonumber(redis.call('GET', KEYS[2]) or 0) + 1000000 / perSecond)
  redis.call('SET', KEYS[2], string.format('%.0f', nextTry), 'PX', math.ceil((nextTry - now) / 1000))
  return math.ceil((nextTry - now) / 1000)
end
redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
redis.call('LTRIM', KEYS[1], -perSecond, -1)
redis.call('PEXPIRE', KEYS[1], 2000)
return 0
`;

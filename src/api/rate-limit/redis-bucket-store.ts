import type { LimiterConnection, Script } from '../../platform/redis/limiter-connection';
import { type Bucket, BucketStore, type Taken } from './bucket-store';
import { emissionInterval, fillTime, takenOf } from './gcra.rules';
import { MemoryBucketStore } from './memory-bucket-store';

/**
 * Buckets in Redis that all processes share. While Redis is unavailable, each process applies an equal share of each limit, from the levels
 * that Redis reported last. Each request sends these levels as well, so that a bucket is not refilled when Redis has lost its data or has
 * missed requests.
 */
export class RedisBucketStore extends BucketStore {
  private readonly takeScript: Script<[allowed: number, ...missing: number[]]>;
  private readonly putBackScript: Script<number>;

  constructor(
    private readonly connection: LimiterConnection,
    private readonly local = new MemoryBucketStore(),
  ) {
    super();
    this.takeScript = connection.script(KIND, 'takeFromAll', TAKE_FROM_ALL);
    this.putBackScript = connection.script(KIND, 'putBack', PUT_BACK);
  }

  override register(): void {
    this.connection.instancesOf(KIND);
  }

  override async take(buckets: readonly Bucket[]): Promise<Taken> {
    const askedAt = this.local.now();
    const values = buckets.flatMap((bucket) => [emissionInterval(bucket), fillTime(bucket), this.knownLevel(bucket)]);
    const reply = await this.takeScript(buckets.map(redisKeyOf), values);
    if (!reply) return this.takeShare(buckets);
    const [allowed, ...missing] = reply;
    this.local.adopt(buckets, missing, askedAt);
    return takenOf(buckets, missing, 0, allowed === 1);
  }

  override async putBack(bucket: Bucket): Promise<void> {
    await this.putBackScript([redisKeyOf(bucket)], [emissionInterval(bucket)]);
    await this.local.putBack(bucket);
  }

  private knownLevel(bucket: Bucket): number {
    const missing = this.local.missing(bucket);
    return bucket.isReturnable ? -missing : missing;
  }

  /** Returns no states, since this process does not know how many tokens the other processes take. */
  private async takeShare(buckets: readonly Bucket[]): Promise<Taken> {
    const instances = this.connection.instancesOf(KIND).current;
    const shareOf = (bucket: Bucket) => ({ ...bucket, perMinute: Math.max(1, Math.floor(bucket.perMinute / instances)) });
    return { ...(await this.local.take(buckets.map(shareOf))), states: [] };
  }
}

const KIND = 'requests';

const redisKeyOf = ({ name, key, shard }: Bucket): string => `{limit:${shard}}:${name}:${key}`;

/**
 * `takeFromAll` of gcra.rules.ts by the clock of Redis. There are three values for each bucket: emission interval, fill time, and the
 * time that the bucket lacks as far as the caller knows, negative if it applies only when Redis does not have the bucket. Returns 1 or 0,
 * and the time that each bucket lacks afterwards. A time more than two minutes ahead is from before the clock was set back, and counts as
 * an empty bucket.
 */
const TAKE_FROM_ALL = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local stored = redis.call('MGET', unpack(KEYS))
local arrivals, nexts, allowed = {}, {}, 1
for i = 1, #KEYS do
  local emission, fill, known = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  if known < 0 then known = stored[i] and 0 or -known end
  local arrival = math.max(tonumber(stored[i] or 0), now + known)
  if arrival - now > 120000000 then arrival = now + fill end
  arrivals[i], nexts[i] = arrival, arrival + emission
  if nexts[i] - now > fill then allowed = 0 end
end
local reply = { allowed }
for i = 1, #KEYS do
  local kept = arrivals[i]
  if allowed == 1 then
    kept = nexts[i]
    redis.call('SET', KEYS[i], string.format('%.0f', kept), 'PX', math.ceil((kept - now) / 1000))
  end
  reply[i + 1] = kept - now
end
return reply
`;

const PUT_BACK = `
local stored = redis.call('GET', KEYS[1])
if stored then redis.call('SET', KEYS[1], string.format('%.0f', stored - ARGV[1]), 'KEEPTTL') end
return 1
`;

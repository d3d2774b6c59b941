import { type Bucket, BucketStore, type Taken } from './bucket-store';
import { arrivalAfterReturn, takeFromAll } from './gcra.rules';

/**
 * Buckets in the memory of one process; several processes count separately. The buckets are stored in two generations: a bucket is full
 * again a minute after its last use, so it can be forgotten together with the older generation.
 */
export class MemoryBucketStore extends BucketStore {
  private recent = new Map<string, number>();
  private older = new Map<string, number>();
  private recentSince = 0;

  /** `nowMs` reads a monotonic clock. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {
    super();
  }

  get size(): number {
    return this.recent.size + this.older.size;
  }

  override take(buckets: readonly Bucket[]): Promise<Taken> {
    const now = this.now();
    this.ageAt(now);
    const keys = buckets.map(({ name, key }) => `${name}:${key}`);
    const known = keys.map((key) => this.recent.get(key) ?? this.older.get(key) ?? 0);
    const { taken, arrivals } = takeFromAll(buckets, known, now);
    keys.forEach((key, index) => this.recent.set(key, arrivals[index]!));
    return Promise.resolve(taken);
  }

  override putBack(bucket: Bucket): Promise<void> {
    const key = `${bucket.name}:${bucket.key}`;
    const arrival = this.recent.get(key) ?? this.older.get(key);
    if (arrival !== undefined) this.recent.set(key, arrivalAfterReturn(bucket, arrival));
    return Promise.resolve();
  }

  /** The time until the bucket is full again, in whole microseconds; 0 for a full one. */
  missing({ name, key }: Bucket): number {
    const id = `${name}:${key}`;
    const arrival = this.recent.get(id) ?? this.older.get(id) ?? 0;
    return Math.max(0, arrival - this.now());
  }

  /** Replaces the levels of buckets by those that another store has reported: the times until they are full, counted from `since`. */
  adopt(buckets: readonly Bucket[], missing: readonly number[], since: number): void {
    this.ageAt(this.now());
    buckets.forEach(({ name, key }, index) => this.recent.set(`${name}:${key}`, since + missing[index]!));
  }

  now(): number {
    return Math.floor(this.nowMs() * MICROSECONDS_PER_MS);
  }

  /** A generation that grows too big ends early, which bounds the memory. */
  private ageAt(now: number): void {
    if (now - this.recentSince < GENERATION && this.recent.size < MAX_PER_GENERATION) return;
    this.older = this.recent;
    this.recent = new Map();
    this.recentSince = now;
  }
}

const MICROSECONDS_PER_MS = 1000;
/** More than the minute that a bucket takes to refill, since rounding makes that slightly longer. */
const GENERATION = 2 * 60 * 1_000_000;
const MAX_PER_GENERATION = 50_000;

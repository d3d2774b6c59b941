import { type Bucket, BucketStore, type Taken } from './bucket-store';
import { arrivalAfterReturn, takeFromAll } from './gcra.rules';

/**
 * Buckets in the memory of one process; several processes count separately. There are two generations of buckets: a bucket is full again a
 * minute after its last use, so that it can be forgotten together with the older generation.
 */
export class MemoryBucketStore extends BucketStore {
  private recent = new Map<string, number>();
  private older = new Map<string, number>();
  private recentSince = 0;

  /** @param nowMs reads a monotonic clock */
  constructor(private readonly nowMs: () => number = () => performance.now()) {
    super();
  }

  get size(): number {
    return this.recent.size + this.older.size;
  }

  override take(buckets: readonly Bucket[]): Promise<Taken> {
    const now = this.now();
    this.ageAt(now);
    const known = buckets.map((bucket) => this.arrivalOf(bucket) ?? 0);
    const { taken, arrivals } = takeFromAll(buckets, known, now);
    buckets.forEach((bucket, index) => this.recent.set(idOf(bucket), arrivals[index]!));
    return Promise.resolve(taken);
  }

  override putBack(bucket: Bucket): Promise<void> {
    const arrival = this.arrivalOf(bucket);
    if (arrival !== undefined) this.recent.set(idOf(bucket), arrivalAfterReturn(bucket, arrival));
    return Promise.resolve();
  }

  /** The whole microseconds until the bucket is full again, 0 for a full one. */
  missing(bucket: Bucket): number {
    return Math.max(0, (this.arrivalOf(bucket) ?? 0) - this.now());
  }

  /** Sets the levels of buckets to those of another store. `missing`: the times until the buckets are full, counted from `since`. */
  adopt(buckets: readonly Bucket[], missing: readonly number[], since: number): void {
    this.ageAt(this.now());
    buckets.forEach((bucket, index) => this.recent.set(idOf(bucket), since + missing[index]!));
  }

  now(): number {
    return Math.floor(this.nowMs() * MICROSECONDS_PER_MS);
  }

  private arrivalOf(bucket: Bucket): number | undefined {
    const id = idOf(bucket);
    return this.recent.get(id) ?? this.older.get(id);
  }

  /** Starts a new generation when the recent one is old or large, which limits the memory. */
  private ageAt(now: number): void {
    if (now - this.recentSince < GENERATION && this.recent.size < MAX_PER_GENERATION) return;
    this.older = this.recent;
    this.recent = new Map();
    this.recentSince = now;
  }
}

const idOf = ({ name, key }: Bucket): string => `${name}:${key}`;

const MICROSECONDS_PER_MS = 1000;
/** Longer than the minute in which a bucket refills, which rounding prolongs slightly. */
const GENERATION = 2 * 60 * 1_000_000;
const MAX_PER_GENERATION = 50_000;

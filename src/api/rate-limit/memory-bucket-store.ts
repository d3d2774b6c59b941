import { BucketStore } from './bucket-store';
import type { Bucket, Taken } from './bucket.types';
import { takeFromAll } from './gcra.rules';

/**
 * Buckets in the memory of one process. With several processes, each counts for itself. The buckets are kept in two
 * generations: a bucket is full again a minute after its last use, and need not be remembered by the time the older one goes.
 */
export class MemoryBucketStore extends BucketStore {
  private recent = new Map<string, number>();
  private older = new Map<string, number>();
  private recentSince = 0;

  /** `nowMs` reads a clock that never goes back. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {
    super();
  }

  /** How many buckets are remembered. */
  get size(): number {
    return this.recent.size + this.older.size;
  }

  override take(buckets: readonly Bucket[]): Promise<Taken> {
    const now = Math.floor(this.nowMs() * MICROSECONDS_PER_MS);
    this.ageAt(now);
    const keys = buckets.map(({ name, key }) => `${name}:${key}`);
    const known = keys.map((key) => this.recent.get(key) ?? this.older.get(key) ?? 0);
    const { taken, arrivals } = takeFromAll(buckets, known, now);
    keys.forEach((key, index) => this.recent.set(key, arrivals[index]!));
    return Promise.resolve(taken);
  }

  /** A generation that grows too big ends early, so that no rush of callers can fill the memory. */
  private ageAt(now: number): void {
    if (now - this.recentSince < GENERATION && this.recent.size < MAX_PER_GENERATION) return;
    this.older = this.recent;
    this.recent = new Map();
    this.recentSince = now;
  }
}

const MICROSECONDS_PER_MS = 1000;
/** More than the minute that a bucket takes to fill, since rounding makes that a trifle longer. */
const GENERATION = 2 * 60 * 1_000_000;
const MAX_PER_GENERATION = 50_000;

import { LRUCache } from 'lru-cache';

/**
 * A cache of values that are read often and change rarely. A value is at most five seconds old, so that a change by another process takes
 * effect in this time; this process deletes what it changes. Simultaneous callers share a read. A failed read is not kept.
 */
export class ShortLivedCache<Value> {
  private readonly entries = new LRUCache<string, Promise<Value>>({ max: MAX_ENTRIES, ttl: MAX_AGE_MS });

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.entries.get(key);
    if (known) return known;
    const reading = read();
    this.entries.set(key, reading);
    reading.catch(() => this.entries.peek(key) === reading && this.entries.delete(key));
    return reading;
  }

  /** Deletes a value. A read in progress is still the answer to its callers, but not to later ones. */
  delete(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }
}

const MAX_ENTRIES = 2_000;
const MAX_AGE_MS = 5_000;

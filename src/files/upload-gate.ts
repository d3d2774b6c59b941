import { Injectable } from '@nestjs/common';
import { CircuitBreaker } from '../platform/circuit-breaker';
import { ObjectStoreError } from '../platform/storage/object-store';

/**
 * Bounds what the object store can hold up. One that does not answer keeps each upload waiting for many seconds, and without a bound
 * uploads would soon be all requests that the process works on, so that submissions without files were refused as well.
 */
@Injectable()
export class UploadGate {
  private readonly breaker = new CircuitBreaker(FAILURES_BEFORE_OPEN, OPEN_MS);
  private underWay = 0;

  /** Does an upload. Rejects at once while too many are under way, or when the store has just failed several times in a row. */
  async pass(upload: () => Promise<void>): Promise<void> {
    const beganAtMs = performance.now();
    if (this.underWay >= MAX_UNDER_WAY) throw new ObjectStoreError('unavailable', 'Too many uploads wait for the store.');
    if (!this.breaker.tryCall(beganAtMs)) throw new ObjectStoreError('unavailable', 'The store has just failed.');
    this.underWay += 1;
    try {
      await upload();
      this.breaker.succeed();
    } catch (error) {
      if (error instanceof ObjectStoreError) this.breaker.fail(beganAtMs, performance.now());
      throw error;
    } finally {
      this.underWay -= 1;
    }
  }
}

/** Half of the requests that a process works on at a time. */
const MAX_UNDER_WAY = 128;
const FAILURES_BEFORE_OPEN = 5;
const OPEN_MS = 5_000;

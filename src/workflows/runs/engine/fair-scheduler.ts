import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Divides the work on runs into time slices, so that an expensive run delays neither other runs nor requests. */
@Injectable()
export class FairScheduler {
  private readonly waiting: (() => void)[] = [];
  private isServing = false;
  private endsAtMs = 0;

  /** Resolves when the caller may work, in the order of the calls. */
  nextSlice(): Promise<void> {
    if (this.waiting.length === 0 && performance.now() < this.endsAtMs) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (!this.isServing) void this.serve();
    });
  }

  private async serve(): Promise<void> {
    this.isServing = true;
    while (this.waiting.length > 0) {
      await nextTurn();
      this.endsAtMs = performance.now() + SLICE_MS;
      while (this.waiting.length > 0 && performance.now() < this.endsAtMs) {
        this.waiting.shift()!();
        await Promise.resolve(); // the caller continues in a microtask that was queued before this one
      }
    }
    this.isServing = false;
  }
}

const SLICE_MS = 5;

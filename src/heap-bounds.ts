import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bounds what V8 takes beside the objects in use, in whatever way the process was started. To be called before the service is loaded. What
 * it does for the young generation, `--max-semi-space-size=8` does more exactly.
 *
 * Old garbage is collected when the heap has grown by `oldGrowthPercent` since the last time. V8 lets a heap of this size grow to three or four
 * times what is in use, which takes a hundred megabytes and more in each process. A growth of 30 costs a fifth more processor time than one of
 * 100, since marking slows down everything beside it.
 */
export function boundHeap(oldGrowthPercent: number): void {
  setFlagsFromString(`--heap-growing-percent=${oldGrowthPercent}`);
  setFlagsFromString(youngGrowth(1));
  setInterval(() => setFlagsFromString(youngGrowth(youngBytes() < YOUNG_BYTES ? 2 : 1)), INTERVAL_MS).unref();
}

/** V8 reads the bound of the young generation before the program begins, but asks at each growth by which factor. By one is not at all. */
const youngGrowth = (factor: 1 | 2): string => `--semi-space-growth-factor=${factor}`;

/** Two halves of 8 MB. Node 24 lets them grow to 64 MB each. */
const YOUNG_BYTES = 16 * 1024 * 1024;
const INTERVAL_MS = 100;

const youngBytes = (): number => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/**
 * Collects all garbage as soon as the process is quiet after work, which takes it about 50 ms. V8 by itself keeps what a load took at its peak:
 * it collects when objects are made, and of a quiet process it believes for good that it makes many. Eight seconds after a collection it
 * returns the memory to the system.
 */
export function collectWhenQuiet(): void {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  let afterLast = 0;
  let since = performance.eventLoopUtilization();
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(since);
    since = performance.eventLoopUtilization();
    if (utilization > QUIET_UTILIZATION || heapBytes() < afterLast + WORTH_COLLECTING_BYTES) return;
    collectGarbage();
    afterLast = heapBytes();
  }, QUIET_MS).unref();
}

const QUIET_UTILIZATION = 0.05;
const QUIET_MS = 2_000;
const WORTH_COLLECTING_BYTES = 16 * 1024 * 1024;

const heapBytes = (): number => getHeapStatistics().total_heap_size;

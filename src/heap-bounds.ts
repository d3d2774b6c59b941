import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Bounds what V8 takes beside the objects in use, in whatever way the process was started. To be called when the code is loaded, since
 * V8 refuses stored code after it. What it does for the young generation, `--max-semi-space-size=8` does more exactly.
 *
 * Old garbage is collected when the heap has grown by `oldGrowthPercent` since the last time. V8 lets a heap of this size grow to three or four
 * times what is in use, which takes a hundred megabytes and more in each process. Marking slows down everything beside it, so it must be rare:
 * little of a request may outlive it. For that, V8 may not allocate among the old objects what it expects to live long: some of it belongs to
 * requests, and keeps all that they consist of (docs/adr/0048-what-outlives-a-request.md).
 */
export function boundHeap(oldGrowthPercent: number): void {
  setFlagsFromString(`--heap-growing-percent=${oldGrowthPercent}`);
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString(youngGrowth(1));
  setInterval(() => setFlagsFromString(youngGrowth(youngBytes() < YOUNG_BYTES ? 2 : 1)), INTERVAL_MS).unref();
}

/** V8 reads the bound of the young generation before the program begins, but asks at each growth by which factor. By one is not at all. */
const youngGrowth = (factor: 1 | 2): string => `--semi-space-growth-factor=${factor}`;

/** Two halves of 8 MB. Node 24 lets them grow to 64 MB each. */
const YOUNG_BYTES = 16 * 1024 * 1024;
const INTERVAL_MS = 100;

const youngBytes = (): number => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

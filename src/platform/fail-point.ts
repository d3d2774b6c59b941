/**
 * The places between two effects that a crash can separate. Each is named after the effect that has just happened:
 * - `batch-committed`: accepted rows are durable, but no worker has been woken for them;
 * - `files-stored`: files are in the store, but the row that they belong to is not written;
 * - `leases-claimed`: due work is leased, but has not been read;
 * - `intents-committed`: intents to send are durable, but nothing has been sent;
 * - `delivery-answered`: a receiver has answered, but the outcome is not written;
 * - `outcome-committed`: the outcome of a step is durable, but that of its run is still open;
 * - `lease-released`: work is finished or waits, but its next wake-up has not been scheduled.
 */
export const FAIL_POINT_NAMES = [
  'batch-committed',
  'files-stored',
  'leases-claimed',
  'intents-committed',
  'delivery-answered',
  'outcome-committed',
  'lease-released',
] as const;

export type FailPoint = (typeof FAIL_POINT_NAMES)[number];

/** Marks a place where the chaos test ends the process. The test replaces this function by a script that it loads before the service. */
export function failPoint(_name: FailPoint): void {}

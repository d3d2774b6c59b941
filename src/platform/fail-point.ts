/**
 * The places between two effects that a crash can separate. Each is named after the effect that has just happened:
 * - `batch-committed`: accepted rows are durable, and no worker has been woken for them;
 * - `files-stored`: files are in the store, and the row that they belong to is not written;
 * - `leases-claimed`: due work is leased, and has not been read;
 * - `intents-committed`: intents to send are durable, and nothing has been sent;
 * - `delivery-answered`: a receiver has answered, and the outcome is not written;
 * - `outcome-committed`: the outcome of a step is durable, and that of the work which the step belongs to is still open;
 * - `lease-released`: work is finished or waits, and its next wake-up has not been scheduled.
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

/**
 * Marks a place at which the chaos test ends the process. It does nothing, and no setting changes that: the test loads a script of its own
 * before the service, which replaces this function.
 */
export function failPoint(_name: FailPoint): void {}

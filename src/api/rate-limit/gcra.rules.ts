import type { Bucket, BucketState, Taken } from './bucket-store';

export interface Decision {
  taken: Taken;
  /** The arrival times to store, in the order of the buckets; unchanged when the request is refused. */
  arrivals: readonly number[];
}

/**
 * Takes one token from every bucket, or none when any of them is empty, by the generic cell rate algorithm. The state of a bucket is one
 * number, its theoretical arrival time, at which it will be full again; a time in the past, such as 0, means a full bucket. A bucket can be
 * emptied at once and then refills at even intervals, so that at most 2 x perMinute - 1 requests pass within 60 seconds. Times are whole
 * microseconds, so that sums are exact.
 */
export function takeFromAll(buckets: readonly Bucket[], arrivals: readonly number[], now: number): Decision {
  const allowed = buckets.every((bucket, index) => waitOf(bucket, arrivals[index]!, now) <= 0);
  const kept = allowed ? buckets.map((bucket, index) => nextArrival(bucket, arrivals[index]!, now)) : arrivals;
  return { taken: takenOf(buckets, kept, now, allowed), arrivals: kept };
}

/** Describes a decision. `kept` has the arrival times after it. */
export function takenOf(buckets: readonly Bucket[], kept: readonly number[], now: number, allowed: boolean): Taken {
  const states = buckets.map((bucket, index) => stateOf(bucket, kept[index]!, now));
  if (allowed) return { allowed, refusedBy: null, retryAfterSeconds: 0, states };
  const waits = buckets.map((bucket, index) => waitOf(bucket, kept[index]!, now));
  const refusedBy = buckets[waits.indexOf(Math.max(...waits))]!.name;
  return { allowed, refusedBy, retryAfterSeconds: Math.max(...states.map(({ resetSeconds }) => resetSeconds)), states };
}

export const arrivalAfterReturn = (bucket: Bucket, arrival: number): number => arrival - emissionInterval(bucket);

/** The time until the bucket has a token; zero or less when it has one now. */
function waitOf(bucket: Bucket, arrival: number, now: number): number {
  return nextArrival(bucket, arrival, now) - now - fillTime(bucket);
}

const nextArrival = (bucket: Bucket, arrival: number, now: number): number => Math.max(arrival, now) + emissionInterval(bucket);

/** The time in which one token is refilled, rounded up, so that no more tokens than the limit are refilled in a minute. */
export const emissionInterval = ({ perMinute }: Bucket): number => Math.ceil(MINUTE / perMinute);

export const fillTime = (bucket: Bucket): number => bucket.perMinute * emissionInterval(bucket);

function stateOf(bucket: Bucket, arrival: number, now: number): BucketState {
  const interval = emissionInterval(bucket);
  const missing = Math.max(0, arrival - now);
  const filled = fillTime(bucket) - missing;
  const remaining = Math.max(0, Math.floor(filled / interval));
  const untilNext = missing === 0 ? 0 : (remaining + 1) * interval - filled;
  return { name: bucket.name, limit: bucket.perMinute, remaining, resetSeconds: Math.ceil(untilNext / SECOND) };
}

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;

import type { Bucket, Taken } from './bucket.types';

/** Where the levels of the buckets are kept. */
export abstract class BucketStore {
  /** Takes one from each bucket or, when any has nothing left, from none. Each bucket may be named once. */
  abstract take(buckets: readonly Bucket[]): Promise<Taken>;
}

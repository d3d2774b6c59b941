/** A rate limit of one holder. */
export interface Bucket {
  /** The kind of the bucket, which headers and errors show. */
  name: string;
  /** The holder: an id or an address. */
  key: string;
  /** Buckets that are taken together have the same shard: a Redis Cluster keeps those of one shard on one node. */
  shard: string;
  /** A positive integer: the capacity of the bucket, which refills within a minute. */
  perMinute: number;
  /** Tokens may be put back, so the level that a process saw last may be too low. */
  isReturnable?: true;
}

export interface BucketState {
  name: string;
  limit: number;
  remaining: number;
  /** Whole seconds until `remaining` grows by one, 0 when the bucket is full: `t` of the RateLimit field. */
  resetSeconds: number;
}

/** The result of taking one token from each of several buckets. */
export interface Taken {
  allowed: boolean;
  /** The name of the empty bucket that takes longest to refill. */
  refusedBy: string | null;
  /** 0 when allowed. Else at least 1, enough for every bucket, and no less than any `resetSeconds`. */
  retryAfterSeconds: number;
  /** In the order of the request. Empty when the counts are unknown. */
  states: readonly BucketState[];
}

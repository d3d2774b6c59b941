/** Something that is limited by the minute, for one holder. */
export interface Bucket {
  /** The kind, as clients read it in headers and errors. */
  name: string;
  /** Whose bucket it is: an id or an address. */
  key: string;
  /** A whole number from 1 on: how much the bucket holds, and how much flows back in a minute. */
  perMinute: number;
}

export interface BucketState {
  name: string;
  limit: number;
  remaining: number;
  /** Whole seconds until there is one more than `remaining`, 0 when the bucket is full: `t` of the RateLimit field. */
  resetSeconds: number;
}

/** The outcome of taking one from each of several buckets. */
export interface Taken {
  allowed: boolean;
  /** Of the buckets that had nothing left, the name of the one that takes longest to have. */
  refusedBy: string | null;
  /** 0 when allowed. Else at least 1, enough for every bucket, and no less than any `resetSeconds`. */
  retryAfterSeconds: number;
  /** In the order that was asked. Empty when the counts are not known. */
  states: readonly BucketState[];
}

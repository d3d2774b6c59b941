import type { Caller } from '../auth/caller';

export type PathParameters = Readonly<Record<string, string>>;

/**
 * Finds what the ids of a path stand for, in one query that also asks whether the caller may see it.
 * Null means absent, deleted, malformed or not granted; the client cannot tell which.
 */
export abstract class ResourceResolver<Resource = unknown> {
  abstract find(caller: Caller, path: PathParameters): Promise<Resource | null>;
}

/** Locks what a mutation changes and tells its validator (the text of its ETag, RFC 9110 section 8.8.3). */
export abstract class Precondition<Resource = unknown, Locked = unknown> {
  abstract lock(resource: Resource): Promise<Locked | null>;
  abstract etagOf(locked: Locked): string;
  /** The revision for the audit trail. */
  abstract revisionOf(locked: Locked): number;
}

import type { Caller } from '../auth/caller';

export type PathParameters = Readonly<Record<string, string>>;

/** The ids under which the audit trail records a resource. `resourceId` is null when the resource is the form itself. */
export interface ResourceIds {
  /** Null for what belongs to no form. */
  formId: string | null;
  resourceId: string | null;
}

/** Loads the resource that a path names. An operation declares its resolver in `@Operation({ resource })`. */
export abstract class ResourceResolver<Found = unknown> {
  /** One query that also checks the rights. Null means absent, deleted, malformed or not granted; the client cannot tell which. */
  abstract find(caller: Caller, path: PathParameters): Promise<Found | null>;

  abstract idsOf(found: Found): ResourceIds;
}

/** The lock and the validator (ETag, RFC 9110 section 8.8.3) of a resource. An operation declares it in `@Operation({ ifMatch })`. */
export abstract class Precondition<Locked = unknown> {
  /** Locks what has this id, or belongs to the form with this id, until the transaction ends; null when it is gone. */
  abstract lock(id: string): Promise<Locked | null>;

  abstract etagOf(locked: Locked): string;
}

import type { Caller } from '../auth/caller';

export type PathParameters = Readonly<Record<string, string>>;

/** The ids under which the audit trail records a resource. `resourceId` is null when the resource is the form itself. */
export interface ResourceIds {
  formId: string | null;
  resourceId: string | null;
}

/** Loads the resource of a path. An operation declares its resolver in `@Operation({ resource })`. */
export abstract class ResourceResolver<Found = unknown> {
  /** Finds the resource and checks the rights in one query. Null for one that is absent, deleted, malformed or not granted. */
  abstract find(caller: Caller, path: PathParameters): Promise<Found | null>;

  abstract idsOf(found: Found): ResourceIds;
}

/** Locks a resource and knows its ETag (RFC 9110, section 8.8.3). An operation declares its precondition in `@Operation({ ifMatch })`. */
export abstract class Precondition<Locked = unknown> {
  /**
   * Locks the resource with this id, or of the form with this id, until the transaction ends. Null when it is gone.
   * @param ids those of the resource that the resolver has found, for a resource below a form
   */
  abstract lock(id: string, ids?: ResourceIds): Promise<Locked | null>;

  abstract etagOf(locked: Locked): string;
}

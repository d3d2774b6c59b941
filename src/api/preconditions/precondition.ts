/**
 * The lock and the validator (ETag text, RFC 9110 section 8.8.3) of a form or of something that belongs to one. An operation declares it
 * in `@Operation({ ifMatch })`.
 */
export abstract class Precondition<Locked = unknown> {
  /** Locks the resource until the transaction ends; null when its form was deleted since the resolver found it. */
  abstract lock(formId: string): Promise<Locked | null>;

  abstract etagOf(locked: Locked): string;
}

import { brokenRuleOf, databaseFailureOf } from '../platform/database/database-errors.rules';
import { ObjectStoreError } from '../platform/storage/object-store';

/** Thrown when the database refuses to delete a batch of an unfinished erasure. The batch has been removed from the log. */
export class RefusedBatch extends Error {
  constructor(override readonly cause: unknown) {
    super('The database refuses a batch of an erasure.');
  }
}

/** True for temporary failures, which are not caused by the erasure itself. */
export const passesByItself = (error: unknown): boolean =>
  error instanceof ObjectStoreError || ['unavailable', 'conflict', 'busy'].includes(databaseFailureOf(error) ?? '');

/** Explains the failure of an erasure to its requester, without any value of a row. */
export function failureInWords(error: unknown): string {
  const rule = brokenRuleOf(error instanceof RefusedBatch ? error.cause : error);
  return rule === null
    ? 'It failed within the service. The log of the worker tells more.'
    : `The database refuses it: ${rule}. Ask again when the operator has mended that.`;
}

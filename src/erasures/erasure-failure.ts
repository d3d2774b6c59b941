import { brokenRuleOf, databaseFailureOf } from '../platform/database/database-errors.rules';
import { ObjectStoreError } from '../platform/storage/object-store';

/** A batch that the database does not delete, of an erasure that has not come to its end. Its note is taken back. */
export class RefusedBatch extends Error {
  constructor(override readonly cause: unknown) {
    super('The database refuses a batch of an erasure.');
  }
}

/** A failure that says nothing about the erasure. */
export const passesByItself = (error: unknown): boolean =>
  error instanceof ObjectStoreError || ['unavailable', 'conflict', 'busy'].includes(databaseFailureOf(error) ?? '');

/** Why an erasure failed, for those who asked for it. No value of a row is in it. */
export function failureInWords(error: unknown): string {
  const rule = brokenRuleOf(error instanceof RefusedBatch ? error.cause : error);
  return rule === null
    ? 'It failed within the service. The log of the worker tells more.'
    : `The database refuses it: ${rule}. Ask again when the operator has mended that.`;
}

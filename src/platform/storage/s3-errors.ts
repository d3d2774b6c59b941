import { messageOf } from '../errors/operator-error';
import { ObjectStoreError } from './object-store';

interface S3Error {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/** True when the object does not exist. The name is NotFound for HEAD, whose reply has no body. */
export const isAbsence = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes((error as S3Error).name ?? '');

/** The error of the store. Its message contains neither keys nor addresses. */
export function storeErrorOf(cause: unknown): ObjectStoreError {
  const reason = isFull(cause) ? 'full' : 'unavailable';
  const status = statusOf(cause) ?? 'no answer';
  const text = `The S3 store failed (${status}, ${(cause as S3Error).name}): ${messageOf(cause)}`;
  return new ObjectStoreError(reason, text, { cause });
}

/** True when the same request may succeed a moment later: the store did not answer, was overloaded, or had an internal failure. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ObjectStoreError) || error.reason === 'full') return false;
  const status = statusOf(error.cause);
  return status === undefined || status >= 500 || status === 429 || status === 408;
}

const isFull = (error: unknown): boolean =>
  statusOf(error) === 507 || ['QuotaExceeded', 'XMinioStorageFull'].includes((error as S3Error).name ?? '');

const statusOf = (error: unknown): number | undefined => (error as S3Error).$metadata?.httpStatusCode;

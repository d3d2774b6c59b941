import type { ErrorCode } from '../errors/api-error';
import type { OperationMetadata } from './operation.types';

/** The error codes of an operation besides those of every address: those that follow from its metadata, and those that it declares. */
export function errorCodesOf(operation: OperationMetadata): ErrorCode[] {
  const when = (condition: unknown, ...codes: ErrorCode[]): ErrorCode[] => (condition ? codes : []);
  return [
    ...(['invalid_api_key', 'validation_failed', 'rate_limit_exceeded'] as const),
    ...when(operation.scope, 'insufficient_scope'),
    ...when(operation.bucket !== 'read' || operation.showsSecrets, 'writes_disabled'),
    ...when(operation.bucket !== 'read' || operation.body, 'payload_too_large', 'unsupported_media_type'),
    ...when(operation.resource, 'resource_not_found'),
    ...when(operation.idempotencyKey === 'required', 'idempotency_key_required'),
    ...when(operation.idempotencyKey, 'idempotency_conflict'),
    ...when(operation.ifMatch, 'precondition_required', 'precondition_failed'),
    ...(operation.errors ?? []),
  ];
}

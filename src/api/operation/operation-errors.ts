import type { ErrorCode } from '../errors/api-error';
import { API_ERRORS } from '../errors/api-error';
import type { OperationMetadata } from './operation.types';

/** Every error code of an operation, by status: those that follow from its metadata, and those that it declares. */
export function errorCodesOf(operation: OperationMetadata): ErrorCode[] {
  const codes = new Set<ErrorCode>(OF_ALL_OPERATIONS);
  const add = (condition: unknown, ...more: ErrorCode[]) => condition && more.forEach((code) => codes.add(code));
  add(operation.scope, 'insufficient_scope');
  add(operation.bucket !== 'read' || operation.showsSecrets, 'writes_disabled');
  add(operation.bucket !== 'read' || operation.body, 'payload_too_large', 'unsupported_media_type');
  add(operation.resource, 'resource_not_found');
  add(operation.idempotencyKey === 'required', 'idempotency_key_required');
  add(operation.idempotencyKey, 'idempotency_conflict');
  add(operation.ifMatch, 'precondition_required', 'precondition_failed');
  add(operation.errors, ...(operation.errors ?? []));
  return [...codes].sort((a, b) => API_ERRORS[a][0] - API_ERRORS[b][0] || a.localeCompare(b));
}

const OF_ALL_OPERATIONS = [
  'malformed_request',
  'invalid_api_key',
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'validation_failed',
  'rate_limit_exceeded',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
] as const satisfies ErrorCode[];

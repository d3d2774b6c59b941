import type { ErrorCodeOf, Operation } from './generated/error-codes.js';

interface ErrorBody {
  error?: { code?: string; message?: string; details?: Record<string, unknown> };
  request_id?: string;
}

/** The service has refused a call. Decide by `code`, which is `unexpected_answer` when something before the service has answered. */
export class ApiError<Code extends string = ErrorCodeOf> extends Error {
  override readonly name = 'ApiError';
  readonly code: Code | 'unexpected_answer';
  /** A map from path to messages for `validation_failed`. */
  readonly details: Record<string, unknown>;
  /** The id by which the operator of the service finds the request; empty when the service has not answered. */
  readonly requestId: string;

  constructor(
    readonly operation: string,
    readonly status: number,
    body: unknown,
  ) {
    const { error = {}, request_id: requestId = '' } = (body ?? {}) as ErrorBody;
    super(error.message ?? `${operation} was answered with the status ${status}`);
    this.code = (error.code ?? 'unexpected_answer') as Code;
    this.details = error.details ?? {};
    this.requestId = requestId;
  }
}

/** Tells if this operation was refused, which narrows the code to those of the operation. */
export const isRefusal = <Name extends Operation>(error: unknown, operation: Name): error is ApiError<ErrorCodeOf<Name>> =>
  error instanceof ApiError && error.operation === operation;

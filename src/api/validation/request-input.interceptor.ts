import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { validationFailed } from '../errors/api-error';
import { operationContextOf } from '../http/request-context';
import type { OperationMetadata } from '../operation/operation.types';
import { checkBody, checkQuery } from './request-input.rules';

/**
 * Answers 422 for faults that no pipe can report: query parameters and bodies that the operation does not declare, and faults of the
 * query together with those of the body, of which a pipe sees one at a time.
 */
@Injectable()
export class RequestInputInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const errors = errorsOf(request, operationContextOf(request).operation);
    if (errors.length > 0) throw validationFailed(errors);
    return next.handle();
  }
}

/** A declared body is left to the pipe as long as the query has no fault, so that it is validated once. */
function errorsOf({ query, body }: Request, operation: OperationMetadata) {
  const queryErrors = checkQuery(operation.query, query).errors;
  if (operation.body && queryErrors.length === 0) return [];
  return [...queryErrors, ...checkBody(operation.body?.type, body).errors];
}

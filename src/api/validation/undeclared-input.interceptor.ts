import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { validationFailed } from '../errors/api-error';
import type { FieldError } from '../errors/field-error.types';
import { isJsonObject } from '../../platform/json/json-object.rules';
import { nameInPath } from '../body/json-text.rules';
import { operationContextOf } from '../http/request-context';

/** Answers 422 for query parameters and bodies that the operation does not declare, so that a client's mistake is not ignored. */
@Injectable()
export class UndeclaredInputInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const { operation } = operationContextOf(request);
    const errors: FieldError[] = [];
    if (!operation.query) errors.push(...unknownNames(Object.keys(request.query), 'unknown query parameter'));
    if (!operation.body) errors.push(...bodyErrors(request.body));
    if (errors.length > 0) throw validationFailed(errors);
    return next.handle();
  }
}

function bodyErrors(body: unknown): FieldError[] {
  if (body === undefined) return [];
  return isJsonObject(body)
    ? unknownNames(Object.keys(body), 'unknown property')
    : [{ path: 'body', message: 'must be empty or an empty object' }];
}

const unknownNames = (names: string[], message: string): FieldError[] =>
  names.map((name) => ({ path: nameInPath(name), message }));

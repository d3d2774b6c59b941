import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { requireScope } from '../auth/scope.guard';
import { ApiError } from '../errors/api-error';
import { readBody } from './body-reader';
import { mediaTypeOf } from './content-type.rules';
import { parseJson } from './parse-json';
import type { OperationMetadata } from '../operation/operation.types';
import { operationContextOf } from '../http/request-context';

/** Reads and parses the body after all guards have passed, then checks the scope that depends on its content. */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const { operation, caller } = operationContextOf(request);
    request.body = await jsonBodyOf(request, operation);
    const scope = operation.body?.scope?.(request.body);
    if (scope) requireScope(caller, scope);
    return next.handle();
  }
}

/** The parsed body; undefined when it is optional and absent. */
async function jsonBodyOf(request: Request, { body }: OperationMetadata): Promise<unknown> {
  const isOptional = !body || body.optional === true;
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if (isOptional && !isChunked && Number(request.headers['content-length'] ?? 0) === 0) return undefined;
  const mayBeEmpty = isOptional && isChunked; // a chunked body shows its length only when it has been read
  if (!mayBeEmpty) requireAcceptedType(request, body);
  const bytes = await readBody(request, body?.limit ?? DEFAULT_LIMIT);
  if (bytes.length === 0 && isOptional) return undefined;
  if (bytes.length === 0) throw new ApiError('malformed_request', { message: 'The request needs a JSON body.' });
  if (mayBeEmpty) requireAcceptedType(request, body);
  return parseJson(bytes);
}

function requireAcceptedType(request: Request, body: OperationMetadata['body']): void {
  const accepted = body?.mergePatch ? ['application/json', 'application/merge-patch+json'] : ['application/json'];
  const media = mediaTypeOf(request.headers['content-type']);
  if (media && accepted.includes(media.type) && media.isUtf8) return;
  throw new ApiError('unsupported_media_type', {
    message: 'Send the body as application/json in UTF-8.',
    headers: { Accept: accepted.join(', ') },
  });
}

const DEFAULT_LIMIT = 256 * 1024;

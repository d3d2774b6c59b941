import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { databaseFailureOf } from '../../platform/database/database-errors.rules';
import { contextOf } from '../operation/request-context';
import { AddressPages } from '../index/address-pages';
import { ApiError, notFound, validationFailed } from '../errors/api-error';
import { allowCompression } from '../answer/compression';

/** The only writer of error bodies. An error other than an `ApiError` is logged, and answered by a 500 or 503 without details. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly log = new Logger('Errors');
  private localize: Localize = (error) => error;

  constructor(private readonly pages: AddressPages) {}

  /** Sets the function that translates errors into the language of the client. */
  localizeBy(localize: Localize): void {
    this.localize = localize;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** Answers with the JSON error body, with a page for browsers, or with the body that `write` sends after the status and the headers. */
  answer(thrown: unknown, request: Request, response: Response, write?: WriteError): void {
    const { requestId, operation } = contextOf(request);
    const error = apiErrorOf(thrown);
    if (error.status >= 500) this.log.error({ err: thrown, request_id: requestId }, 'A request failed.');
    if (response.headersSent) return void response.destroy();
    for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
    const untrue = ['ETag', ...(error.status === 401 ? ['RateLimit', 'RateLimit-Policy'] : [])]; // an ended key has no limits
    for (const name of untrue) response.removeHeader(name);
    response.status(error.status);
    if (write) return write(error, requestId, response);
    if (this.pages.explain(error, request, response)) return;
    const text = JSON.stringify(errorBody(this.localize(error, request, response), requestId));
    if (operation) allowCompression(request, response, text); // other errors are short, and compression would slow down submissions
    response.type('json').send(text);
  }
}

export type LocalizedError = Pick<ApiError, 'code' | 'message' | 'details'>;

type Localize = (error: ApiError, request: Request, response: Response) => LocalizedError;

export type WriteError = (error: ApiError, requestId: string, response: Response) => void;

export const errorBody = ({ code, message, details }: LocalizedError, requestId: string) => ({
  error: { code, message, details },
  request_id: requestId,
});

function apiErrorOf(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof HttpException) return fromFramework(thrown);
  if (thrown instanceof URIError) return new ApiError('malformed_request', { message: 'The address has an invalid percent-encoding.' });
  return fromDatabase(thrown);
}

function fromFramework(exception: HttpException): ApiError {
  const status = exception.getStatus();
  if (status === 404) return notFound();
  if (status === 400) return new ApiError('malformed_request', { cause: exception });
  return new ApiError('internal_error', { cause: exception });
}

function fromDatabase(thrown: unknown): ApiError {
  const retryable = { cause: thrown, headers: { 'Retry-After': '1' } };
  switch (databaseFailureOf(thrown)) {
    case 'conflict':
    case 'busy':
    case 'unavailable':
      return new ApiError('service_unavailable', retryable);
    case 'parent_gone':
      return notFound();
    case 'unstorable_text':
      return validationFailed([{ path: 'body', message: 'holds text that cannot be stored' }]);
    default:
      return new ApiError('internal_error', { cause: thrown });
  }
}

import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import { ApiError } from '../errors/api-error';

/**
 * The bytes of a request body of at most `limitBytes`. A longer body is refused before it is read if Content-Length says so, else while it
 * arrives, and one that is not complete after 30 seconds is refused with 408.
 */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const length = request.headers['content-length'];
  refuseContentCoding(request);
  if (Number(length ?? 0) > limitBytes) throw tooLarge(request, limitBytes);
  sendContinue(request);
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), TIMEOUT_MS);
  });
  try {
    return await Promise.race([getRawBody(request, { limit: limitBytes, length }), expiry]);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw isTooLarge(error) ? tooLarge(request, limitBytes) : incompleteBody(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws 415 for a content coding, so that a small body cannot expand into a large one. */
export function refuseContentCoding(request: IncomingMessage): void {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  throw new ApiError('unsupported_media_type', {
    message: 'Send the body without a content encoding.',
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/**
 * Asks a client that waits for it (`Expect: 100-continue`) to send the body. To be called when only the body itself can still be refused.
 * An answer without it closes the connection, since it is unknown whether the body follows.
 */
export function sendContinue(request: IncomingMessage): void {
  const { res: response } = request as Partial<Pick<Request, 'res'>>;
  if (!response || request.headers.expect?.toLowerCase() !== '100-continue') return;
  response.removeHeader('Connection');
  response.writeContinue();
}

const TIMEOUT_MS = 30_000;

const tooSlow = (): ApiError => new ApiError('request_timeout', { headers: { Connection: 'close' } });

const isTooLarge = (error: unknown): boolean => (error as Partial<getRawBody.RawBodyError>).type === 'entity.too.large';

/** raw-body leaves the stream paused. The rest is discarded as it arrives, so that the client gets to read the answer before the connection closes. */
function tooLarge(request: IncomingMessage, limitBytes: number): ApiError {
  request.resume();
  return new ApiError('payload_too_large', {
    message: `The request body is too large. It may have at most ${limitBytes} bytes.`,
    headers: { Connection: 'close' },
  });
}

/** The client has disconnected, before or while the body was read. */
export const incompleteBody = (cause?: unknown): ApiError =>
  new ApiError('malformed_request', { message: 'The request body ended too early.', cause });

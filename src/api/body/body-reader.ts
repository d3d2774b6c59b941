import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { ApiError } from '../errors/api-error';

/**
 * The bytes of a request body of at most `limitBytes`. A longer body is refused before it is read if Content-Length says so, else while it
 * arrives. Content codings are refused, so that a small body cannot expand into a large one.
 */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') throw encoded();
  try {
    return await getRawBody(request, { limit: limitBytes, length: request.headers['content-length'] });
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(request, limitBytes) : incomplete(error);
  }
}

function encoded(): ApiError {
  return new ApiError('unsupported_media_type', {
    message: 'Send the body without a content encoding.',
    headers: { 'Accept-Encoding': 'identity' },
  });
}

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
const incomplete = (cause: unknown): ApiError =>
  new ApiError('malformed_request', { message: 'The request body ended too early.', cause });

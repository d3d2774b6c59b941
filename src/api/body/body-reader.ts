import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error';

/**
 * The bytes of a request body of at most `limitBytes`. Only bodies without a content coding are read, so that a small one
 * cannot unfold into a big one. A longer body is refused before it is read when Content-Length tells, else while it arrives.
 */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity') throw encoded();
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(request);
  return collected(request, limitBytes);
}

/** A client that leaves is noticed through `close`, which always comes; a request that is gone already would never tell. */
function collected(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (request.destroyed) return reject(cutOff());
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (outcome: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      outcome();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limitBytes) settle(() => reject(tooLarge(request)));
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)));
    const onCut = (): void => settle(() => reject(cutOff()));
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}

function encoded(): ApiError {
  return new ApiError('unsupported_media_type', {
    message: 'Send the body without a content encoding.',
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/** The rest is thrown away as it arrives, so that the client gets to read the answer, after which the connection closes. */
function tooLarge(request: IncomingMessage): ApiError {
  request.resume();
  return new ApiError('payload_too_large', { headers: { Connection: 'close' } });
}

const cutOff = (): ApiError => new ApiError('malformed_request', { message: 'The request body ended too early.' });

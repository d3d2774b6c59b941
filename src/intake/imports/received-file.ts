import type { Request } from 'express';
import { incompleteBody, mediaTypeOf, refuseContentCoding, sendContinue } from '../../api/body/body-reader';
import { ApiError } from '../../api/errors/api-error';
import { MeteredBody } from '../multipart/metered-body';
import { IMPORT_TYPES, type ImportType, MAX_IMPORT_BYTES } from './import.types';

/** The type of the file in a request. Throws 415 for any other. */
export function importTypeOf(request: Request): ImportType {
  const media = mediaTypeOf(request.headers['content-type']);
  const type = media?.isUtf8 ? IMPORT_TYPES.find((accepted) => accepted === media.type) : undefined;
  if (type) return type;
  throw new ApiError('unsupported_media_type', {
    message: `Send the file as ${IMPORT_TYPES.join(' or ')} in UTF-8.`,
    headers: { Accept: IMPORT_TYPES.join(', ') },
  });
}

/** Lets some work read the body while it arrives, at the pace of the work. Throws 400, 408 or 413 when it ends early, is slow or too large. */
export async function withReceivedFile<Result>(
  request: Request,
  work: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  refuseContentCoding(request);
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw tooLarge();
  const body = new MeteredBody(request, { ...PACE, maxBytes: MAX_IMPORT_BYTES });
  const leave = () => void (request.complete || body.destroy(incompleteBody()));
  request.once('close', leave);
  try {
    if (request.destroyed) throw incompleteBody();
    sendContinue(request);
    request.pipe(body);
    return await work(body);
  } finally {
    request.unpipe(body);
    request.off('close', leave);
    body.destroy();
  }
}

const tooLarge = (): ApiError =>
  new ApiError('payload_too_large', { message: 'The request body is too large. It may have at most 25 MiB.' });

/** 1 KiB a second on average over every 30 seconds, and 30 minutes for all. */
const PACE = { windowMs: 30_000, minBytesPerWindow: 30 * 1024, totalMs: 30 * 60 * 1000 };

import type { Request } from 'express';
import { mediaTypeOf, refuseContentCoding } from '../../api/body/body-reader';
import { ApiError } from '../../api/errors/api-error';
import { tooLarge, withMeteredBody } from '../multipart/metered-body';
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

/** Lets some work read the file while it arrives. Throws 400, 408 or 413 when it ends early, is slow or too large. */
export async function withReceivedFile<Result>(request: Request, work: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>) {
  refuseContentCoding(request);
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw tooLarge(MAX_IMPORT_BYTES);
  return withMeteredBody(request, { ...PACE, maxBytes: MAX_IMPORT_BYTES }, work);
}

/** 1 KiB a second on average over every 30 seconds, and 30 minutes for all. */
const PACE = { windowMs: 30_000, minBytesPerWindow: 30 * 1024, totalMs: 30 * 60 * 1000 };

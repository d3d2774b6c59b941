import getRawBody from 'raw-body';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { parse } from 'content-type';
import { withTimeout } from '../../platform/time';
import { ApiError } from '../errors/api-error';
import onHeaders from 'on-headers';
import { parseJson } from './parse-json';

/** The limit of submissions without files, and of the bodies of operations without a limit of their own. */
export const MAX_BODY_BYTES = 256 * 1024;

/** Reads a body. Refuses one of more than `limitBytes`, early if Content-Length announces it, and one that takes more than 30 seconds. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const length = request.headers['content-length'];
  refuseContentCoding(request);
  if (Number(length ?? 0) > limitBytes) throw tooLarge(limitBytes);
  sendContinue(request);
  const endLimit = limitChunks(request);
  try {
    return await withTimeout(TIMEOUT_MS, getRawBody(request, { limit: limitBytes, length }), () => {
      throw new ApiError('request_timeout');
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw isTooLarge(error) ? tooLarge(limitBytes) : incompleteBody(error);
  } finally {
    endLimit();
  }
}

/** Throws 415 for a content coding, so that a small body cannot expand into a large one. */
export function refuseContentCoding(request: IncomingMessage): void {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  throw new ApiError('unsupported_media_type', {
    message: `Send the body without a content encoding. It came as ${/^[a-z0-9, -]{1,40}$/.test(coding) ? coding : 'an unknown one'}.`,
    headers: { 'Accept-Encoding': 'identity' },
  });
}

/**
 * Sends 100 to a client that waits for it (`Expect: 100-continue`) before it sends the body. Call this when only the body itself can still
 * be refused. An answer without a 100 closes the connection, since the client may or may not send the body.
 */
export function sendContinue(request: IncomingMessage): void {
  const { res: response } = request as Partial<Pick<Request, 'res'>>;
  if (!response || request.headers.expect?.toLowerCase() !== '100-continue') return;
  response.writeContinue();
}

/**
 * Closes the connection of a client that sends a body in tiny chunks, since each costs as much as a long one. Clients usually send chunks
 * of kilobytes; after the first thousand, the average has to be at least 16 bytes. Call this when the reading begins: the listener starts
 * the flow of data. Returns a function that ends the limit.
 */
export function limitChunks(request: IncomingMessage): () => void {
  if (request.headers['transfer-encoding'] === undefined) return () => undefined;
  let [chunks, bytes] = [0, 0];
  const count = ({ length }: Buffer): void => {
    chunks += 1;
    bytes += length;
    if (chunks > MIN_CHUNKS + bytes / MIN_CHUNK_BYTES) request.destroy();
  };
  request.on('data', count);
  return () => request.off('data', count);
}

const MIN_CHUNKS = 1_000;
const MIN_CHUNK_BYTES = 16;

const TIMEOUT_MS = 30_000;

const isTooLarge = (error: unknown): boolean => (error as Partial<getRawBody.RawBodyError>).type === 'entity.too.large';

const tooLarge = (limitBytes: number): ApiError =>
  new ApiError('payload_too_large', {
    message: `The request body is too large. It may have at most ${limitBytes} bytes.`,
  });

export const incompleteBody = (cause?: unknown): ApiError =>
  new ApiError('malformed_request', { message: 'The request body ended too early.', cause });

export interface MediaType {
  /** The type in lower case, without parameters. */
  type: string;
  /** False when the header names a charset other than UTF-8. The charset may be absent, since JSON (RFC 8259) has no such parameter. */
  isUtf8: boolean;
}

/** The media type in a Content-Type header (RFC 9110); null when the header is absent or malformed. */
export function mediaTypeOf(header: string | undefined): MediaType | null {
  if (header === undefined) return null;
  const { type, parameters } = parse(header);
  if (!MEDIA_TYPE.test(type)) return null;
  return { type, isUtf8: UTF8_LABELS.has((parameters['charset'] ?? 'utf-8').trim().toLowerCase()) };
}

/** Tells in a sentence which type of body came, since a library may have set it. */
export function arrivalOf(header: string | undefined): string {
  if (header === undefined) return 'It came without a Content-Type.';
  const media = mediaTypeOf(header);
  if (!media) return 'It came with a malformed Content-Type.';
  const type = media.type.length > MAX_SHOWN_TYPE ? `${media.type.slice(0, MAX_SHOWN_TYPE)}…` : media.type;
  return media.isUtf8 ? `It came as ${type}.` : `It came as ${type} with a charset other than UTF-8.`;
}

const MAX_SHOWN_TYPE = 80;

const UTF8_LABELS: ReadonlySet<string> = new Set([
  ...['utf-8', 'utf8', 'unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'x-unicode20utf8'],
]);

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;

export interface JsonBodyRules {
  /** The limit in bytes, by default 256 KiB. */
  limit?: number;
  /** Accepts `application/merge-patch+json` (RFC 7396) as well. */
  mergePatch?: boolean;
  optional?: boolean;
}

/** The parsed body of a request; undefined for an empty body that is optional. Without rules, the body is optional. */
export async function readJsonBody(request: Request, rules: JsonBodyRules | undefined): Promise<unknown> {
  const isOptional = !rules || rules.optional === true;
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if (isOptional && !isChunked && Number(request.headers['content-length'] ?? 0) === 0) return undefined;
  const mayBeEmpty = isOptional && isChunked; // the length of a chunked body is known only at its end
  if (!mayBeEmpty) requireAcceptedType(request, rules);
  const bytes = await readBody(request, rules?.limit ?? MAX_BODY_BYTES);
  if (bytes.length === 0 && isOptional) return undefined;
  if (bytes.length === 0) throw new ApiError('malformed_request', { message: 'The request needs a JSON body.' });
  if (mayBeEmpty) requireAcceptedType(request, rules);
  return parseJson(bytes);
}

function requireAcceptedType(request: Request, rules: JsonBodyRules | undefined): void {
  const accepted = rules?.mergePatch ? ['application/json', 'application/merge-patch+json'] : ['application/json'];
  const media = mediaTypeOf(request.headers['content-type']);
  if (media && accepted.includes(media.type) && media.isUtf8) return;
  throw new ApiError('unsupported_media_type', {
    message: `Send the body as application/json in UTF-8. ${arrivalOf(request.headers['content-type'])}`,
    headers: { Accept: accepted.join(', ') },
  });
}

/**
 * Closes the connection after an answer that is sent before the end of the request's body. The rest of the body is read slowly for a while,
 * since a client that is still sending when its connection is closed loses the answer (RFC 9112, section 9.6).
 */
export function endWithUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  onHeaders(response, () => {
    if (!request.complete) prepareEnd(request, response);
  });
}

/** Node itself would discard an unread body at full speed, and would close the connection at once. */
function prepareEnd(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  request.pause().read();
  const lingerFirst = (): void => linger(request);
  // eslint-disable-next-line others/no-patches -- docs/adr/0053-where-we-reach-into-others.md
  request.socket.destroySoon = lingerFirst;
}

function linger(request: IncomingMessage): void {
  const { socket } = request;
  socket.end();
  const reading = setInterval(() => {
    if (request.complete) socket.destroy();
    else request.read(); // takes the buffered data, at most 128 KiB
  }, READ_INTERVAL_MS);
  const timeout = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearInterval(reading);
    clearTimeout(timeout);
  });
}

const READ_INTERVAL_MS = 100;
const LINGER_MS = 1_500;

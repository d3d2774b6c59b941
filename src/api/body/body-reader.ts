import getRawBody from 'raw-body';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { parse } from 'content-type';
import { withTimeout } from '../../platform/time';
import { ApiError } from '../errors/api-error';
import onHeaders from 'on-headers';
import { parseJson } from './parse-json';

/** The limit of bodies, unless an operation has its own, and of submissions without files. */
export const MAX_BODY_BYTES = 256 * 1024;

/** The bytes of a body. Refuses more than `limitBytes`, by Content-Length where it is sent, and what takes longer than 30 seconds. */
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
  response.writeContinue();
}

/**
 * Closes the connection of a body in a great many tiny chunks, each of which costs as much as a long one. Clients send chunks of kilobytes;
 * one whose chunks have 16 bytes on average, after the first thousand, is far below any of them. To be called when the body begins to be
 * read, since the listener makes it flow. Returns what ends the limit.
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

/** The client has disconnected, before or while the body was read. */
export const incompleteBody = (cause?: unknown): ApiError =>
  new ApiError('malformed_request', { message: 'The request body ended too early.', cause });

export interface MediaType {
  /** In lower case, without parameters. */
  type: string;
  /** False when the header names another charset than UTF-8. JSON (RFC 8259) defines no charset parameter, so it may be absent. */
  isUtf8: boolean;
}

/** The media type in a Content-Type header (RFC 9110); null when there is none or it is malformed. */
export function mediaTypeOf(header: string | undefined): MediaType | null {
  if (header === undefined) return null;
  const { type, parameters } = parse(header);
  if (!MEDIA_TYPE.test(type)) return null;
  return { type, isUtf8: UTF8_LABELS.has((parameters['charset'] ?? 'utf-8').trim().toLowerCase()) };
}

/** All names of UTF-8 in the Encoding Standard of WHATWG. */
const UTF8_LABELS: ReadonlySet<string> = new Set([
  ...['utf-8', 'utf8', 'unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'x-unicode20utf8'],
]);

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;

export interface JsonBodyRules {
  /** In bytes; 256 KiB by default. */
  limit?: number;
  /** Also accepts `application/merge-patch+json` (RFC 7396). */
  mergePatch?: boolean;
  /** The request may come without a body. */
  optional?: boolean;
}

/** The parsed body of a request; undefined when it may be absent and is. Without rules it may be absent and hold anything. */
export async function readJsonBody(request: Request, rules: JsonBodyRules | undefined): Promise<unknown> {
  const isOptional = !rules || rules.optional === true;
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  if (isOptional && !isChunked && Number(request.headers['content-length'] ?? 0) === 0) return undefined;
  const mayBeEmpty = isOptional && isChunked; // a chunked body shows its length only when it has been read
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
    message: 'Send the body as application/json in UTF-8.',
    headers: { Accept: accepted.join(', ') },
  });
}

/**
 * An answer that is sent before the body of its request has arrived as a whole says that the connection closes, and
 * ends it. The rest of the body is read slowly for a moment: an answer is lost to a client that still sends when its
 * connection is closed (RFC 9112, section 9.6).
 */
export function endWithUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  onHeaders(response, () => {
    if (!request.complete) prepareEnd(request, response);
  });
}

/** Node would discard a body that nobody has begun to read at full speed, and would close the connection at once. */
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
    else request.read(); // what is buffered: at most 128 KiB
  }, READ_INTERVAL_MS);
  const timeout = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearInterval(reading);
    clearTimeout(timeout);
  });
}

const READ_INTERVAL_MS = 100;
const LINGER_MS = 1_500;

import { randomBytes, randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, Response } from 'express';
import onHeaders from 'on-headers';
import { codingFor } from './content-coding.rules';
import type { TextWithGaps } from './text-with-gaps';

/**
 * Compresses the answer to an operation if it has at least a kilobyte and the client accepts that. Call this only for an answer without a
 * secret that stays the same (docs/adr/0047-what-is-compressed.md). A slow client's text waits in the stream of the compression.
 */
export function allowCompression(request: Request, response: Response, text: string): void {
  response.vary('Accept-Encoding');
  // The package checks the same only after it has replaced four methods of the response (docs/adr/0048-what-outlives-a-request.md).
  if (!mayBeCompressed(text, request)) return;
  compressing.set(response, Buffer.byteLength(text));
  const cacheControl = String(response.getHeader('Cache-Control'));
  // The package skips answers with `no-transform`, which is meant for proxies. The listener that is added first is called last.
  onHeaders(response, () => response.setHeader('Cache-Control', cacheControl));
  response.setHeader('Cache-Control', cacheControl.replace(/, *no-transform/, ''));
  // The package would also skip HEAD, whose headers have to be those of GET.
  const { headers } = request;
  compress({ method: 'GET', headers } as Request, response, () => undefined);
}

/** The bytes of an answer's text that are kept until all of it has been compressed. */
export const uncompressedBytesOf = (response: ServerResponse): number => (response.writableEnded ? 0 : (compressing.get(response) ?? 0));

const compressing = new WeakMap<ServerResponse, number>();

const compress = compression({
  filter: () => true, // `allowCompression` has decided
  level: 3, // the highest level of zlib without lazy matching
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } },
});

/**
 * A reply as JSON. For a client that accepts compressed answers, a random amount of white space follows, which adds up to some 60 bytes
 * after compression. Otherwise a sender who sees the lengths of the owner's answers could find out whether others have sent the same.
 */
export function jsonOfRandomLength(reply: unknown, request: Request): string {
  const text = JSON.stringify(reply);
  if (!mayBeCompressed(text, request)) return text;
  return text + Array.from(randomBytes(randomInt(MAX_SPACE)), (byte) => (byte % 2 === 0 ? ' ' : '\t')).join('');
}

const mayBeCompressed = (text: string, { headers }: Request): boolean =>
  headers['accept-encoding'] !== undefined && Buffer.byteLength(text) >= MIN_BYTES;

const MIN_BYTES = 1_024;
const MAX_SPACE = 500;

/** The text with filled gaps, compressed if the client accepts gzip. Sets `Vary` and `Content-Encoding`. */
export function compressedFor(text: TextWithGaps, filling: readonly string[], response: Response): Buffer {
  response.vary('Accept-Encoding');
  if (text.bytes <= MIN_BYTES || codingFor(response.req.headers['accept-encoding'], ['gzip']) === 'identity') return text.identity(filling);
  response.setHeader('Content-Encoding', 'gzip');
  return text.gzip(filling);
}

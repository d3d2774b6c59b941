import { randomBytes, randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, Response } from 'express';
import onHeaders from 'on-headers';
import { codingFor } from './content-coding.rules';
import type { TextWithGaps } from './text-with-gaps';

/**
 * Lets the answer to an operation be compressed if it has a kilobyte and its client accepts that. It is called where an answer is known to
 * have no secret that stays the same (docs/adr/0047-what-is-compressed.md), so that other answers do not pay for it. The text waits in the
 * stream of the compression for a client that does not read.
 */
export function allowCompression(request: Request, response: Response, text: string): void {
  response.vary('Accept-Encoding');
  // The package finds out the same, but only after it has replaced four methods of the response (docs/adr/0048-what-outlives-a-request.md).
  if (!mayBeCompressed(text, request)) return;
  compressing.set(response, Buffer.byteLength(text));
  const cacheControl = String(response.getHeader('Cache-Control'));
  // The package leaves alone what has `no-transform`, which asks proxies only. The listener that is added first is the last to be called.
  onHeaders(response, () => response.setHeader('Cache-Control', cacheControl));
  response.setHeader('Cache-Control', cacheControl.replace(/, *no-transform/, ''));
  // The package would leave HEAD alone as well, which has the headers of GET here.
  const { headers } = request;
  compress({ method: 'GET', headers } as Request, response, () => undefined);
}

/** The bytes of a text that are kept until all of it has been compressed. */
export const uncompressedBytesOf = (response: ServerResponse): number => (response.writableEnded ? 0 : (compressing.get(response) ?? 0));

const compressing = new WeakMap<ServerResponse, number>();

const compress = compression({
  filter: () => true, // who calls it has decided
  level: 3, // the last one that takes the first match it finds
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } },
});

/**
 * A reply as JSON. For a client that accepts compressed answers it ends with a random amount of white space, of which at most some 60 bytes
 * are left. So somebody who submits a form and sees the lengths of what its owner reads afterwards learns little of whether others have
 * submitted the same.
 */
export function jsonOfRandomLength(reply: unknown, request: Request): string {
  const text = JSON.stringify(reply);
  if (!mayBeCompressed(text, request)) return text;
  return text + Array.from(randomBytes(randomInt(MAX_SPACE)), (byte) => (byte % 2 === 0 ? ' ' : '\t')).join('');
}

const mayBeCompressed = (text: string, { headers }: Request): boolean =>
  headers['accept-encoding'] !== undefined && Buffer.byteLength(text) >= MIN_BYTES;

/** The package compresses answers of this size and more. */
const MIN_BYTES = 1_024;
const MAX_SPACE = 500;

/** The text with its gaps filled, compressed if the client accepts that. Sets the headers that say so. */
export function compressedFor(text: TextWithGaps, filling: readonly string[], response: Response): Buffer {
  response.vary('Accept-Encoding');
  if (text.bytes <= MIN_BYTES || codingFor(response.req.headers['accept-encoding'], ['gzip']) === 'identity') return text.identity(filling);
  response.setHeader('Content-Encoding', 'gzip');
  return text.gzip(filling);
}

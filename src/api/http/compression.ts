import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { codingFor } from './content-coding.rules';
import type { TextWithGaps } from './text-with-gaps';

/**
 * A text as an answer sends it: by gzip if it has more than a kilobyte and its client accepts that. Sets the headers that say so. Texts with a
 * secret that stays the same are never given to it (docs/adr/0047-what-is-compressed.md).
 */
export async function encoded(text: string, response: Response): Promise<string | Buffer> {
  response.vary('Accept-Encoding');
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_PLAIN_BYTES || codingFor(response.req.headers['accept-encoding'], ['gzip']) === 'identity') return text;
  response.setHeader('Content-Encoding', 'gzip');
  return withRandomLength(bytes <= MAX_BYTES_AT_ONCE ? gzipSync(text, OPTIONS) : await gzipInThread(text, OPTIONS));
}

/** A text that is compressed once, and sent likewise. @param filling what its gaps get in this answer */
export function encodedOnce(text: TextWithGaps, filling: readonly string[], response: Response): Buffer {
  response.vary('Accept-Encoding');
  if (text.bytes <= MAX_PLAIN_BYTES || codingFor(response.req.headers['accept-encoding'], ['gzip']) === 'identity')
    return text.identity(filling);
  response.setHeader('Content-Encoding', 'gzip');
  return text.gzip(filling);
}

/** A value as JSON, which `encoded` may compress. Sets the type. Nothing, which a 304 has, stays nothing. */
export async function encodedJson(value: unknown, response: Response): Promise<string | Buffer | undefined> {
  if (value !== undefined) return encoded(JSON.stringify(value), response.type('json'));
  response.vary('Accept-Encoding');
  return undefined;
}

const MAX_PLAIN_BYTES = 1_024;
/** Longer ones take other requests more time than the way to a thread and back. Many short ones in threads would fragment the memory. */
const MAX_BYTES_AT_ONCE = 32_768;
/** The last level that takes the first match it finds. The next one needs half as much time again for a tenth less. */
const OPTIONS = { level: 3 };
const gzipInThread = promisify(gzip);

/**
 * Gives a compressed text a file name (RFC 1952, section 2.3.1), which nobody reads, of up to 99 characters by chance. Who submits a form and
 * sees the lengths of what its owner reads afterwards learns little then of whether others have submitted the same.
 */
function withRandomLength(compressed: Buffer): Buffer {
  const head = Buffer.from(compressed.subarray(0, HEAD_BYTES));
  head[FLAGS]! |= HAS_NAME;
  return Buffer.concat([head, Buffer.from(`${'a'.repeat(randomInt(MAX_NAME_LENGTH))}\0`), compressed.subarray(HEAD_BYTES)]);
}

const HEAD_BYTES = 10;
const FLAGS = 3;
const HAS_NAME = 0x08;
const MAX_NAME_LENGTH = 100;

import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { getOrInsert } from '../../platform/maps.rules';
import { codingFor, type ContentCoding } from './content-coding.rules';

/** A content that is made once and sent to many, as it is and compressed. */
export class BuiltFile {
  /** A digest of the content. */
  readonly tag: string;
  private readonly encoded = new Map<ContentCoding, Promise<Buffer>>();

  constructor(readonly identity: Buffer) {
    this.tag = sha256Of(identity).toString('hex').slice(0, 16);
  }

  /** It is compressed when it is first asked for, and never again, so that a client that asks in a loop costs no more than the sending. */
  as(coding: ContentCoding): Promise<Buffer> {
    return getOrInsert(this.encoded, coding, () => ENCODERS[coding](this.identity));
  }
}

/** Compresses in threads. The highest level of Brotli would have the first reader of a megabyte wait for seconds, for a tenth less. */
const ENCODERS: Record<ContentCoding, (content: Buffer) => Promise<Buffer>> = {
  identity: (content) => Promise.resolve(content),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
};

/** Reads a file of the build or of a package. */
export const readBuiltFile = (path: string): BuiltFile => new BuiltFile(readFileSync(path));

export const builtText = (text: string): BuiltFile => new BuiltFile(Buffer.from(text));

/** Sends the coding that the client accepts, or 304 where it still has that one. Each coding has a strong ETag of its own. */
export async function sendBuiltFile(file: BuiltFile, response: Response): Promise<void> {
  const { req: request } = response;
  const coding = codingFor(request.headers['accept-encoding'], ['br', 'gzip']);
  response.vary('Accept-Encoding');
  response.setHeader('ETag', coding === 'identity' ? `"${file.tag}"` : `"${file.tag}-${coding}"`);
  if (request.fresh) return void response.send(file.identity); // Express answers with 304 and sends none of it
  const content = await file.as(coding);
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  response.send(content);
}

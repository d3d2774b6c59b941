import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { codingFor, type ContentCoding } from './content-coding.rules';

/** What is made once and sent to many, as it is and compressed. */
export class BuiltFile {
  /** Names the content. */
  readonly tag: string;
  private readonly encoded = new Map<ContentCoding, Promise<Buffer>>();

  constructor(readonly identity: Buffer) {
    this.tag = sha256Of(identity).toString('hex').slice(0, 16);
  }

  /** Compressed when it is first asked for, and never again: who asks for it in a loop costs no more than the sending. */
  as(coding: ContentCoding): Promise<Buffer> {
    const known = this.encoded.get(coding);
    if (known) return known;
    const made = ENCODERS[coding](this.identity);
    this.encoded.set(coding, made);
    return made;
  }
}

/** In threads. The highest level of Brotli would have the first reader of a megabyte wait for seconds, for a tenth less. */
const ENCODERS: Record<ContentCoding, (content: Buffer) => Promise<Buffer>> = {
  identity: (content) => Promise.resolve(content),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
};

/** A file of the build or of a package, which is read once. */
export const readBuiltFile = (path: string): BuiltFile => new BuiltFile(readFileSync(path));

/** A text that the service makes once, like a file of the build. */
export const builtText = (text: string): BuiltFile => new BuiltFile(Buffer.from(text));

/** Sends the form that the client accepts, or 304 where it still has that one. Each has an ETag of its own, which is strong. */
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

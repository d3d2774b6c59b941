import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { getOrInsert } from '../../platform/maps.rules';
import { codingFor, type ContentCoding } from './content-coding.rules';

export class BuiltFile {
  readonly tag: string;
  private readonly encoded = new Map<ContentCoding, Promise<Buffer>>();

  constructor(readonly identity: Buffer) {
    this.tag = sha256Of(identity).toString('hex').slice(0, 16);
  }

  /** Compresses the content only at the first call, so that a client that asks again and again costs no more than the transfer. */
  as(coding: ContentCoding): Promise<Buffer> {
    return getOrInsert(this.encoded, coding, () => ENCODERS[coding](this.identity));
  }
}

/** Compresses in threads. At the highest level of Brotli, the first reader of a megabyte would wait for seconds, to save a tenth of it. */
const ENCODERS: Record<ContentCoding, (content: Buffer) => Promise<Buffer>> = {
  identity: (content) => Promise.resolve(content),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
};

export const readBuiltFile = (path: string): BuiltFile => new BuiltFile(readFileSync(path));

export const builtText = (text: string): BuiltFile => new BuiltFile(Buffer.from(text));

/** Sends the content in the coding that the client prefers, or 304 when the client has it already. Each coding has its own strong ETag. */
export async function sendBuiltFile(file: BuiltFile, response: Response): Promise<void> {
  const { req: request } = response;
  const coding = codingFor(request.headers['accept-encoding'], ['br', 'gzip']);
  response.vary('Accept-Encoding');
  response.setHeader('ETag', coding === 'identity' ? `"${file.tag}"` : `"${file.tag}-${coding}"`);
  if (request.fresh) return void response.send(file.identity); // Express answers with 304 and no body
  const content = await file.as(coding);
  if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
  response.send(content);
}

import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { codingFor, type ContentCoding } from './content-coding.rules';

/** What is made once and sent to many, as it is and compressed. */
export interface BuiltFile extends Readonly<Record<ContentCoding, Buffer>> {
  /** Names the content. */
  readonly tag: string;
}

/** Reads a file of the build or of a package. It is compressed when it is first asked for. */
export const readBuiltFile = (path: string): BuiltFile => compressedOnce(readFileSync(path));

/** A text that the service makes once, like a file of the build. */
export const builtText = (text: string): BuiltFile => compressedOnce(Buffer.from(text));

function compressedOnce(identity: Buffer): BuiltFile {
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    identity,
    tag: sha256Of(identity).toString('hex').slice(0, 16),
    get br() {
      return (br ??= brotliAtOnce(identity));
    },
    get gzip() {
      return (gzip ??= gzipSync(identity, { level: 9 }));
    },
  };
}

const brotliAtOnce = (content: Buffer): Buffer => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** Sends the form that the client accepts, or 304 where it still has that one. Each has an ETag of its own, which is strong. */
export function sendBuiltFile(file: BuiltFile, response: Response): void {
  const { req: request } = response;
  const { tag } = file;
  const coding = codingFor(request.headers['accept-encoding'], ['br', 'gzip']);
  response.vary('Accept-Encoding');
  response.setHeader('ETag', coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`);
  if (coding !== 'identity' && !request.fresh) response.setHeader('Content-Encoding', coding);
  response.send(file[coding]);
}

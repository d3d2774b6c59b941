import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { codingFor, type ContentCoding } from './content-coding.rules';

/** What is made once and sent to many, as it is and compressed. */
export interface BuiltFile extends Readonly<Record<ContentCoding, Buffer>> {
  /** Names the content. */
  readonly tag: string;
}

/**
 * Reads a file with what the last step of the build has written beside it, or at another place. Tests and `npm run dev` do without that
 * step: there it is compressed when it is asked for.
 */
export function readBuiltFile(path: string, compressedPath = path): BuiltFile {
  const beside = (ending: string): Buffer | undefined =>
    existsSync(compressedPath + ending) ? readFileSync(compressedPath + ending) : undefined;
  return compressedOnce(readFileSync(path), beside('.br'), beside('.gz'));
}

/** A text that the service makes once, like a file of the build. It is compressed when it is first asked for. */
export const builtText = (text: string): BuiltFile => compressedOnce(Buffer.from(text));

function compressedOnce(identity: Buffer, br?: Buffer, gzip?: Buffer): BuiltFile {
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

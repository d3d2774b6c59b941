import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Response } from 'express';
import { codingFor, type ContentCoding } from './content-coding.rules';

/** A file of the build, as it is and compressed. */
export type BuiltFile = Readonly<Record<ContentCoding, Buffer>>;

/**
 * Reads a file with what the last step of the build has written beside it. Tests and `npm run dev` do without that step: there it is compressed
 * when it is asked for.
 */
export function readBuiltFile(path: string): BuiltFile {
  const identity = readFileSync(path);
  const beside = (ending: string): Buffer | undefined => (existsSync(path + ending) ? readFileSync(path + ending) : undefined);
  let [br, gzip] = [beside('.br'), beside('.gz')];
  return {
    identity,
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
export function sendBuiltFile(file: BuiltFile, response: Response, tag?: string): void {
  const { req: request } = response;
  const coding = codingFor(request.headers['accept-encoding'], ['br', 'gzip']);
  response.vary('Accept-Encoding');
  if (tag !== undefined) response.setHeader('ETag', coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`);
  if (coding !== 'identity' && !request.fresh) response.setHeader('Content-Encoding', coding);
  response.send(file[coding]);
}

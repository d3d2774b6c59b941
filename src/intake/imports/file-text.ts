import { ApiError } from '../../api/errors/api-error';
import { windows1252 } from '../../platform/text/windows-1252.rules';
import type { Charset } from './import.types';
import { START_BYTES, workbookIn } from './workbooks.rules';

/** Decodes a file. A byte order mark takes precedence over the charset. Throws 400 for bytes that are invalid in the encoding, and for workbooks. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>, charset: Charset): AsyncGenerator<string, void, undefined> {
  const decoder = await decoderOf(bytes, charset);
  try {
    for await (const part of decoder.bytes) yield decoder.decode(part, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? unreadable(decoder.name) : error;
  }
}

interface Decoder {
  name: string;
  decode(part?: Uint8Array, options?: { stream: boolean }): string;
  /** All bytes, including those from which the encoding was detected. */
  bytes: AsyncIterable<Uint8Array>;
}

async function decoderOf(bytes: AsyncIterable<Uint8Array>, charset: Charset): Promise<Decoder> {
  const parts = bytes[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < START_BYTES) {
    const next = await parts.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  const workbook = workbookIn(start);
  if (workbook !== null) {
    await parts.return?.(undefined);
    throw noText(workbook);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield start;
      yield* { [Symbol.asyncIterator]: () => parts };
    } finally {
      await parts.return?.(undefined);
    }
  }
  const name = MARKS.find(({ mark }) => mark.every((byte, index) => start[index] === byte))?.name ?? charset;
  if (name !== 'windows-1252') {
    const decoder = new TextDecoder(name, { fatal: true });
    return { name, decode: (part, options) => decoder.decode(part, options), bytes: all() };
  }
  return { name, decode: (part) => (part ? windows1252(part) : ''), bytes: all() };
}

const MARKS = [
  { name: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', mark: [0xff, 0xfe] },
  { name: 'utf-16be', mark: [0xfe, 0xff] },
];

const noText = (kind: string): ApiError =>
  new ApiError('malformed_request', {
    message: `This file is ${kind}, and no text; nothing of it was stored. Open it in its program, and save it as "CSV UTF-8".`,
  });

const unreadable = (encoding: string): ApiError =>
  new ApiError('malformed_request', {
    message:
      `The file is not valid ${encoding.toUpperCase()}, and nothing of it was stored. Save it as "CSV UTF-8", ` +
      'or add charset=windows-1252 to the query if a program for Windows has written it.',
  });

import { constants, crc32, deflateRawSync } from 'node:zlib';

/**
 * A text that is sent many times, with gaps for short texts that differ each time, such as tokens. The text is encoded and compressed once.
 * The short texts are not compressed, so that the length of an answer reveals nothing about them.
 */
export class TextWithGaps {
  private readonly parts: readonly Buffer[];
  private compressed: readonly Buffer[] | undefined;

  /** @param parts before, between and after the gaps */
  constructor(...parts: readonly string[]) {
    this.parts = parts.map((part) => Buffer.from(part));
  }

  /** Replaces each of the filled texts by a gap. The text has to contain each of them once, in this order. */
  static without(text: string, filled: readonly string[]): TextWithGaps {
    const parts: string[] = [];
    let rest = text;
    for (const each of filled) {
      const [before, after, ...more] = rest.split(each);
      if (after === undefined || more.length > 0) throw new Error('The text does not have each of the texts once and in their order.');
      parts.push(before!);
      rest = after;
    }
    return new TextWithGaps(...parts, rest);
  }

  get bytes(): number {
    return this.parts.reduce((sum, { length }) => sum + length, 0);
  }

  identity(filling: readonly string[]): Buffer {
    return Buffer.concat(this.parts.flatMap((part, gap) => [part, Buffer.from(filling[gap] ?? '')]));
  }

  /** Encodes as gzip (RFC 1952): the compressed parts, which do not refer to each other, with stored blocks between them. */
  gzip(filling: readonly string[]): Buffer {
    this.compressed ??= this.parts.map((part, index) => deflateRawSync(part, index < this.parts.length - 1 ? OPEN : LAST));
    const pieces: Buffer[] = [HEAD];
    let [checksum, length] = [0, 0];
    for (const [index, part] of this.parts.entries()) {
      pieces.push(this.compressed[index]!);
      const filled = Buffer.from(filling[index] ?? '');
      if (filled.length > 0) pieces.push(storedHead(filled.length), filled);
      checksum = checksumOf(filled, checksumOf(part, checksum));
      length += part.length + filled.length;
    }
    const end = Buffer.alloc(8);
    end.writeUInt32LE(checksum, 0);
    end.writeUInt32LE(length % 2 ** 32, 4);
    return Buffer.concat([...pieces, end]);
  }
}

/** Continues a CRC-32. For an empty text, Node's `crc32` would start from 0 instead. */
const checksumOf = (bytes: Buffer, before: number): number => (bytes.length === 0 ? before : crc32(bytes, before));

/** Ends a part at a byte boundary, so that another block can follow. */
const OPEN = { finishFlush: constants.Z_FULL_FLUSH };
const LAST = {};

/** The gzip header: deflate, no name, no time, unknown system. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The header of a stored block (RFC 1951, section 3.2.4), which can have up to 65,535 bytes. */
function storedHead(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(0xffff - length, 3);
  return head;
}

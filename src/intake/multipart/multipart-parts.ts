const LINE_BREAK = '\r\n';
const START = `${LINE_BREAK}--`;

/** The delimiter before each part of a multipart body (RFC 2046). The first delimiter of a body has no line break before it. */
class Delimiter {
  private readonly bytes: Buffer;

  constructor(boundary: string) {
    this.bytes = Buffer.from(START + boundary, 'latin1');
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Returns the first index from `from` on, or -1. A boundary contains no line break, so each byte is compared at most twice. */
  in(buffer: Buffer, from: number): number {
    for (let at = buffer.indexOf(START, from); at !== -1; at = buffer.indexOf(START, at + 1)) {
      if (buffer.subarray(at, at + this.length).equals(this.bytes)) return at;
    }
    return -1;
  }
}

/** Counts the parts of a multipart body, since the parser silently skips parts with unreadable headers. */
export class PartCounter {
  count = 0;
  private readonly delimiter: Delimiter;
  /** The last bytes, in which a delimiter may begin. */
  private rest = Buffer.from(LINE_BREAK);
  private isEnded = false;

  constructor(boundary: string) {
    this.delimiter = new Delimiter(boundary);
  }

  push(chunk: Buffer): void {
    if (this.isEnded) return;
    const bytes = Buffer.concat([this.rest, chunk]);
    const { length } = this.delimiter;
    let at = 0;
    for (let found = this.delimiter.in(bytes, 0); found !== -1; found = this.delimiter.in(bytes, at)) {
      const next = bytes.toString('latin1', found + length, found + length + 2);
      if (next.length < 2) {
        this.rest = bytes.subarray(found);
        return;
      }
      this.isEnded = next === '--';
      if (this.isEnded) return;
      if (next === LINE_BREAK) this.count += 1;
      at = found + length + (next === LINE_BREAK ? 2 : 0);
    }
    this.rest = bytes.subarray(Math.max(at, bytes.length - length));
  }
}

/** Keeps the last bytes of a multipart body, to tell whether the client or the parser put a replacement character into a text. */
export class RecentBytes {
  private readonly delimiter: Delimiter;
  private chunks: Buffer[] = [Buffer.from(LINE_BREAK)];
  private byteCount = LINE_BREAK.length;

  /** @param capacity the most bytes of a text */
  constructor(
    boundary: string,
    private readonly capacity: number,
  ) {
    this.delimiter = new Delimiter(boundary);
  }

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.byteCount += chunk.length;
    while (this.byteCount - this.chunks[0]!.length > this.capacity + SLACK) this.byteCount -= this.chunks.shift()!.length;
  }

  /** Finds a part that consists of exactly this text, each part only once. Comparing whole parts avoids quadratic time. */
  takePart(text: string): boolean {
    const bytes = Buffer.concat(this.chunks);
    const wanted = Buffer.from(text);
    let start = this.delimiter.in(bytes, 0);
    while (start !== -1) {
      const end = this.delimiter.in(bytes, start + this.delimiter.length);
      if (end !== -1 && isTextPart(bytes.subarray(start, end), wanted)) {
        this.chunks = [bytes.subarray(end)];
        this.byteCount = this.chunks[0]!.length;
        return true;
      }
      start = end;
    }
    return false;
  }
}

function isTextPart(part: Buffer, text: Buffer): boolean {
  const end = part.indexOf(`${LINE_BREAK}${LINE_BREAK}`); // the end of the headers
  const isText = end !== -1 && part.subarray(end + 2 * LINE_BREAK.length).equals(text);
  return isText && !IS_FILE.test(part.toString('latin1', 0, end));
}

const IS_FILE = /\bfilename\*?=|\boctet-stream\b/i;

/** Room for the headers of a text, and for later chunks that the parser has not read yet. */
const SLACK = 256 * 1024;

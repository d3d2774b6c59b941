import { BodyDelimiter, LINE_BREAK } from './body-delimiter';

/**
 * The last bytes of a multipart body, from which the parser has made its last texts. They tell whether a character
 * stands in the body or was put there by the parser.
 */
export class RecentBytes {
  private readonly delimiter: BodyDelimiter;
  /** The first delimiter of a body has no line break before it. */
  private chunks: Buffer[] = [Buffer.from(LINE_BREAK)];
  private byteCount = LINE_BREAK.length;

  /** @param capacity the bytes of the longest text */
  constructor(
    boundary: string,
    private readonly capacity: number,
  ) {
    this.delimiter = new BodyDelimiter(boundary);
  }

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.byteCount += chunk.length;
    while (this.byteCount - this.chunks[0]!.length > this.capacity + SLACK) this.byteCount -= this.chunks.shift()!.length;
  }

  /**
   * True when a part with exactly this text, and without a file name, is there as UTF-8. It counts once. Only whole parts are compared: a search
   * for the text would compare a long one with itself at each place where it begins like that.
   */
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

/** A header and the text behind it. */
function isTextPart(part: Buffer, text: Buffer): boolean {
  const end = part.indexOf(`${LINE_BREAK}${LINE_BREAK}`);
  const isText = end !== -1 && part.subarray(end + 2 * LINE_BREAK.length).equals(text);
  return isText && !IS_FILE.test(part.toString('latin1', 0, end));
}

const IS_FILE = /\bfilename\*?=|\boctet-stream\b/i;

/** What surrounds a text, and the chunks behind it that the parser has not read yet. */
const SLACK = 256 * 1024;

/**
 * The last bytes of a multipart body, from which the parser has made its last texts. They tell whether a character
 * stands in the body or was put there by the parser.
 */
export class RecentBytes {
  private chunks: Buffer[] = [];
  private byteCount = 0;

  /** @param capacity the bytes of the longest text */
  constructor(private readonly capacity: number) {}

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.byteCount += chunk.length;
    while (this.byteCount - this.chunks[0]!.length > this.capacity + SLACK) this.byteCount -= this.chunks.shift()!.length;
  }

  /** True when a part with exactly this text, and without a file name, is there as UTF-8. It counts once. */
  takePart(text: string): boolean {
    const bytes = Buffer.concat(this.chunks);
    const part = Buffer.from(`\r\n\r\n${text}\r\n--`);
    let at = bytes.indexOf(part);
    while (at !== -1 && isFile(headerBefore(at, bytes))) at = bytes.indexOf(part, at + 1);
    if (at === -1) return false;
    this.chunks = [bytes.subarray(at + part.length)];
    this.byteCount = this.chunks[0]!.length;
    return true;
  }
}

const headerBefore = (end: number, bytes: Buffer): string =>
  bytes.subarray(Math.max(0, bytes.lastIndexOf('\r\n--', end)), end).toString('latin1');

const isFile = (header: string): boolean => /\bfilename\*?=|\boctet-stream\b/i.test(header);

/** What surrounds a text, and the chunks behind it that the parser has not read yet. */
const SLACK = 256 * 1024;

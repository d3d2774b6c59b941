import { BodyDelimiter, LINE_BREAK } from './body-delimiter';

/**
 * Counts the parts of a multipart body while it arrives, as the parser finds them. The parser passes over parts of which it cannot read what
 * they are, without a word.
 */
export class PartCounter {
  count = 0;
  private readonly delimiter: BodyDelimiter;
  /** What may be the begin of a delimiter. The first one of a body has no line break before it. */
  private rest = Buffer.from(LINE_BREAK);
  private isEnded = false;

  constructor(boundary: string) {
    this.delimiter = new BodyDelimiter(boundary);
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

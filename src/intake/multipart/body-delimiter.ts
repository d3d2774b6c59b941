export const LINE_BREAK = '\r\n';

/** What stands before each part of a multipart body. */
export class BodyDelimiter {
  private readonly bytes: Buffer;

  constructor(boundary: string) {
    this.bytes = Buffer.from(START + boundary, 'latin1');
  }

  get length(): number {
    return this.bytes.length;
  }

  /**
   * Its first place in a buffer from another one on, or -1. No line break is within a boundary, so that each byte is compared once or twice,
   * however long the boundary is.
   */
  in(buffer: Buffer, from: number): number {
    for (let at = buffer.indexOf(START, from); at !== -1; at = buffer.indexOf(START, at + 1)) {
      if (buffer.subarray(at, at + this.length).equals(this.bytes)) return at;
    }
    return -1;
  }
}

const START = `${LINE_BREAK}--`;

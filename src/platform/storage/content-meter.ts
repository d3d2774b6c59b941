import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { PutResult } from './object-store';

/**
 * Passes bytes on, counts and hashes them, and fails when there are more or fewer than announced. The class must not have a member
 * `size` or `length`, which the S3 client would take for the length of the whole stream.
 */
export class ContentMeter extends Transform {
  private readonly hash = createHash('sha256');
  private byteCount = 0;

  constructor(private readonly announcedSize?: number) {
    super();
  }

  /** The result. Call this only once, after the last byte. */
  result(): PutResult {
    return { size: this.byteCount, sha256: this.hash.digest() };
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.byteCount += chunk.length;
    if (this.announcedSize !== undefined && this.byteCount > this.announcedSize) return done(this.lengthError('more'));
    this.hash.update(chunk);
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    const isShort = this.announcedSize !== undefined && this.byteCount < this.announcedSize;
    done(isShort ? this.lengthError('fewer') : null);
  }

  private lengthError(comparison: string): Error {
    return new Error(`The content has ${comparison} bytes than the ${this.announcedSize} that were announced.`);
  }
}

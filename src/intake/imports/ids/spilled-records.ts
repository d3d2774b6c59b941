import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';

/** Records of one length, of which only the last few are in memory and the others in a file. */
export class SpilledRecords {
  private readonly kept: Buffer;
  private keptBytes = 0;
  private isSpilled = false;

  constructor(
    private readonly length: number,
    private readonly path: () => Promise<string>,
  ) {
    this.kept = Buffer.alloc(KEPT_RECORDS * length);
  }

  async add(record: Buffer): Promise<void> {
    if (this.keptBytes === this.kept.length) await this.spill();
    record.copy(this.kept, this.keptBytes);
    this.keptBytes += this.length;
  }

  async *read(): AsyncGenerator<Buffer, void, undefined> {
    if (this.isSpilled) {
      const parts: AsyncIterable<Buffer> = createReadStream(await this.path(), { highWaterMark: this.kept.length });
      let rest: Buffer = Buffer.alloc(0);
      for await (const part of parts) {
        const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part;
        const whole = bytes.length - (bytes.length % this.length);
        yield* this.recordsIn(bytes.subarray(0, whole));
        rest = bytes.subarray(whole);
      }
    }
    yield* this.recordsIn(this.kept.subarray(0, this.keptBytes));
  }

  private *recordsIn(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += this.length) yield bytes.subarray(at, at + this.length);
  }

  private async spill(): Promise<void> {
    await appendFile(await this.path(), this.kept, { mode: 0o600 });
    [this.keptBytes, this.isSpilled] = [0, true];
  }
}

const KEPT_RECORDS = 512;

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiError } from '../../api/errors/api-error';
import type { Config } from '../../platform/config/config';
import { ContentMeter } from '../../platform/storage/content-meter';
import { keptFileName } from '../../files/file-name.rules';
import type { ReceivedFile } from '../../files/submission-file.entity';
import { fieldNameOf } from '../../fields/values/form-encoding.rules';
import type { UploadShare } from './upload-budget';
import { filesTooLarge, fileTooLarge, tooManyFiles } from './multipart-errors';

/** The disk and its limits, as the files of one request use them. */
export interface UploadDisk {
  createFolder: () => Promise<string>;
  share: UploadShare;
  /** Throws 503 while the disk has too little free space. */
  requireReserve: () => Promise<void>;
}

/**
 * Writes, counts and hashes the files of one request. The first file creates the temporary folder, so that bodies without files are
 * accepted while the disk is full. With `readsOn`, a refused body is read to its end without storing its bytes, so that texts after the
 * refused file arrive, too.
 */
export class UploadStorage {
  readonly files: ReceivedFile[] = [];
  private folder: Promise<string> | undefined;
  private readonly writes: Promise<void>[] = [];
  private totalBytes = 0;
  /** The first refusal; it is not thrown while the body is read to its end. */
  refusal: ApiError | null = null;

  constructor(
    private readonly disk: UploadDisk,
    private readonly limits: Config['uploads'],
    private readonly readsOn: boolean,
  ) {}

  /** Returns true when the body is to be read to its end before it is refused. */
  refuse(error: ApiError): boolean {
    this.refusal ??= error;
    return this.readsOn;
  }

  /** Begins to store a file. Calls `fail` at once for one file too many, and later for a file that cannot be stored. */
  store(name: string, originalName: string, content: Readable, fail: (error: Error) => void): void {
    const { maxFiles } = this.limits;
    if (this.writes.length < maxFiles) {
      const write = this.write(this.writes.length, fieldNameOf(name), keptFileName(originalName), content);
      this.writes.push(write);
      write.catch(fail);
    } else if (this.refuse(tooManyFiles(maxFiles))) content.resume();
    else fail(tooManyFiles(maxFiles));
  }

  async stored(): Promise<void> {
    await Promise.all(this.writes);
  }

  /** Removes the folder once all writes have ended, and returns the share to the budget. */
  async remove(): Promise<void> {
    await Promise.allSettled(this.writes);
    const folder = await this.folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    this.disk.share.giveBack();
  }

  private async write(index: number, field: string, filename: string, content: Readable): Promise<void> {
    const path = join(await (this.folder ??= this.disk.createFolder()), String(index));
    const meter = new ContentMeter();
    const output = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const closed = new Promise<void>((resolve) => output.once('close', resolve));
    await pipeline(content, (chunks: AsyncIterable<Buffer>) => this.kept(chunks, field, filename), meter, output).finally(() => closed);
    this.files[index] = { field, filename, path, ...meter.result() };
  }

  /** Yields the bytes of a file to store. Throws when the file is too large and the body is not read on. */
  private async *kept(chunks: AsyncIterable<Buffer>, field: string, filename: string): AsyncGenerator<Buffer> {
    const { maxFileBytes, maxTotalBytes } = this.limits;
    let bytesOfFile = 0;
    for await (const chunk of chunks) {
      bytesOfFile += chunk.length;
      this.totalBytes += chunk.length;
      const isFileTooLarge = bytesOfFile > maxFileBytes;
      const isTooLarge = isFileTooLarge || this.totalBytes > maxTotalBytes;
      const refusal = isFileTooLarge ? fileTooLarge(field, filename, maxFileBytes) : filesTooLarge(maxTotalBytes);
      if (isTooLarge && !this.refuse(refusal)) throw refusal;
      if (this.refusal !== null) continue;
      this.disk.share.take(chunk.length);
      await this.disk.requireReserve();
      yield chunk;
    }
  }
}

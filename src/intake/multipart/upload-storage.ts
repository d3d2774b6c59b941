import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StorageEngine } from 'multer';
import type { ApiError } from '../../api/errors/api-error';
import type { Config } from '../../platform/config/config';
import { ContentMeter } from '../../platform/storage/content-meter';
import { keptFileName } from '../../files/file-name.rules';
import type { ReceivedFile } from '../../files/submission-file.entity';
import { fieldNameOf } from '../../fields/values/form-encoding.rules';
import { filesTooLarge, fileTooLarge, tooManyFiles } from './multipart-errors';

type File = Parameters<StorageEngine['_handleFile']>[1];
type Done = Parameters<StorageEngine['_handleFile']>[2];

/**
 * Multer's storage: writes the files of one request to a temporary folder, which the first of them creates, so that a body without files is
 * accepted while the disk is full. It counts and hashes them on the way. A storage that reads on takes a refused body to its end, and keeps
 * no more bytes of it, so that the texts behind the refused file arrive as well.
 */
export class UploadStorage implements StorageEngine {
  /** In the order in which they were sent. */
  readonly files: ReceivedFile[] = [];
  private folder: Promise<string> | undefined;
  private readonly written: Promise<unknown>[] = [];
  private totalBytes = 0;
  /** Of a body that is read on. */
  refusal: ApiError | null = null;

  constructor(
    private readonly createFolder: () => Promise<string>,
    private readonly limits: Config['uploads'],
    private readonly readsOn: boolean,
  ) {}

  /** True when the body is to be read on; it is refused in the end. */
  refuse(error: ApiError): boolean {
    this.refusal ??= error;
    return this.readsOn;
  }

  _handleFile(_request: unknown, { fieldname, originalname, stream }: File, done: Done): void {
    const index = this.written.length;
    if (index >= this.limits.maxFiles) {
      const refusal = tooManyFiles(this.limits.maxFiles);
      if (!this.refuse(refusal)) return done(refusal);
      stream.resume();
      return done(null, {});
    }
    const [field, filename] = [fieldNameOf(fieldname), keptFileName(originalname)];
    const meter = new UploadMeter((bytes, ofFile) => this.verdictOn(bytes, ofFile, field, filename));
    const written = this.write(String(index), stream, meter);
    this.written.push(written.catch(() => undefined));
    written.then(
      (path) => {
        this.files[index] = { field, filename, path, ...meter.result() };
        done(null, {});
      },
      (error: Error) => {
        stream.destroy(); // where there was no folder, nothing has read it
        done(error);
      },
    );
  }

  /** Nothing, since the folder is removed as a whole. */
  _removeFile(_request: unknown, _file: File, done: (error: Error | null) => void): void {
    done(null);
  }

  /** Removes the folder once nothing is written to it any more. */
  async remove(): Promise<void> {
    await Promise.all(this.written);
    const folder = await this.folder?.catch(() => undefined);
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }

  /** Settles once the file is closed. */
  private async write(name: string, content: Readable, meter: UploadMeter): Promise<string> {
    const path = join(await (this.folder ??= this.createFolder()), name);
    const output = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const closed = new Promise<void>((resolve) => output.once('close', resolve));
    await pipeline(content, meter, output).finally(() => closed);
    return path;
  }

  /** Whether more bytes of a file are kept; throws where they end the reading. */
  private verdictOn(byteCount: number, bytesOfFile: number, field: string, filename: string): boolean {
    const { maxFileBytes, maxTotalBytes } = this.limits;
    this.totalBytes += byteCount;
    const refusal =
      bytesOfFile > maxFileBytes
        ? fileTooLarge(field, filename, maxFileBytes)
        : this.totalBytes > maxTotalBytes
          ? filesTooLarge(maxTotalBytes)
          : null;
    if (refusal && !this.refuse(refusal)) throw refusal;
    return this.refusal === null;
  }
}

/** Counts and hashes one file. Of each chunk it asks whether it is to be kept, and fails where that throws. */
class UploadMeter extends ContentMeter {
  private bytesOfFile = 0;

  constructor(private readonly isKept: (byteCount: number, bytesOfFile: number) => boolean) {
    super();
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    this.bytesOfFile += chunk.length;
    try {
      if (this.isKept(chunk.length, this.bytesOfFile)) super._transform(chunk, encoding, done);
      else done();
    } catch (error) {
      done(error as ApiError);
    }
  }
}

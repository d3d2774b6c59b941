import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type TransformCallback } from 'node:stream';
import type { StorageEngine } from 'multer';
import { ApiError } from '../../api/errors/api-error';
import type { Config } from '../../platform/config/config';
import { ContentMeter } from '../../platform/storage/content-meter';
import { keptFileName } from '../../submissions/files/file-name.rules';
import type { ReceivedFile } from '../../submissions/files/submission-file.types';
import { sizeText } from './multipart-errors';

type File = Parameters<StorageEngine['_handleFile']>[1];
type Done = Parameters<StorageEngine['_handleFile']>[2];

/** Multer's storage: writes the files of one request to its temporary folder, and counts and hashes them on the way. */
export class UploadStorage implements StorageEngine {
  /** In the order in which they were sent. */
  readonly files: ReceivedFile[] = [];
  private readonly closed: Promise<void>[] = [];
  private totalBytes = 0;

  constructor(
    private readonly folder: string,
    private readonly limits: Config['uploads'],
  ) {}

  _handleFile(_request: unknown, { fieldname, originalname, stream }: File, done: Done): void {
    if (this.closed.length >= this.limits.maxFiles) return done(tooManyFiles(this.limits.maxFiles));
    const index = this.closed.length;
    const path = join(this.folder, String(index));
    const meter = new UploadMeter((bytes) => this.count(bytes));
    const output = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    this.closed.push(new Promise((resolve) => output.once('close', resolve)));
    pipeline(stream, meter, output, (error) => {
      if (error) return done(error);
      const field = fieldname.endsWith('[]') ? fieldname.slice(0, -2) : fieldname;
      this.files[index] = { field, filename: keptFileName(originalname), path, ...meter.result() };
      done(null, {});
    });
  }

  /** Nothing, since the folder is removed as a whole. */
  _removeFile(_request: unknown, _file: File, done: (error: Error | null) => void): void {
    done(null);
  }

  /** Removes the folder once nothing is written to it any more. */
  async remove(): Promise<void> {
    await Promise.all(this.closed);
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The refusal of more bytes of any file, if they exceed the limit of all files. */
  private count(byteCount: number): ApiError | null {
    this.totalBytes += byteCount;
    return this.totalBytes > this.limits.maxTotalBytes ? tooManyBytes(this.limits.maxTotalBytes) : null;
  }
}

/** Counts and hashes one file, and fails as soon as a chunk is refused. */
class UploadMeter extends ContentMeter {
  constructor(private readonly refusalOf: (byteCount: number) => ApiError | null) {
    super();
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    const refusal = this.refusalOf(chunk.length);
    if (refusal) done(refusal);
    else super._transform(chunk, encoding, done);
  }
}

const tooManyFiles = (limit: number): ApiError =>
  new ApiError('payload_too_large', { message: `A submission can have at most ${limit} files.` });

const tooManyBytes = (limit: number): ApiError =>
  new ApiError('payload_too_large', {
    message: `The files of a submission can have at most ${sizeText(limit)} together.`,
  });

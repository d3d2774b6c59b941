import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError, notFound } from '../api/errors/api-error';
import { ifNoneMatchHits } from '../api/operation/etag.rules';
import { sendWhileAllowed } from '../api/operation/still-allowed';
import { ObjectStore, ObjectStoreError } from '../platform/storage/object-store';
import { attachmentDisposition } from './file-name.rules';
import type { SubmissionFileEntity } from './submission-file.entity';

/** Sends the bytes of files, with headers that keep a browser from running or embedding what a visitor has uploaded. */
@Injectable()
export class FileDownloadsService {
  private readonly log = new Logger('Files');

  constructor(private readonly store: ObjectStore) {}

  /**
   * Answers a GET or HEAD and ignores `Range`. Throws 503 when the store is unavailable and 404 when the object is gone. A failure after
   * the headers were sent ends the connection.
   *
   * @param check throws once the reader has lost access, which ends the connection as well
   */
  async send(file: SubmissionFileEntity, check: () => Promise<void>, request: Request, response: Response): Promise<void> {
    const etag = `"${file.sha256.toString('hex')}"`;
    if (ifNoneMatchHits(request.headers['if-none-match'], etag)) {
      return void response
        .status(304)
        .set({ ETag: etag, ...SAFE_HEADERS })
        .end();
    }
    const content = await this.open(file, request.method === 'HEAD');
    response.set({ ETag: etag, ...SAFE_HEADERS, ...contentHeaders(file) });
    if (content === null) return void response.end();
    if (response.destroyed) return void content.destroy(); // the client has left; `pipeline` would leave the file open on Node 24
    await sendWhileAllowed(content, response, check);
  }

  /** Opens the content; null for HEAD, which reads no bytes. Throws 404 when the size differs from that of the row. */
  private async open(file: SubmissionFileEntity, isHead: boolean): Promise<Readable | null> {
    const found = await orUnavailable(this.find(file, isHead));
    if (found?.size === file.sizeBytes) return found.content;
    found?.content?.destroy();
    this.log.error({ file_id: file.id, found: found?.size ?? null }, 'The bytes of a file are gone. See "cli verify".');
    throw notFound();
  }

  private async find({ objectName }: SubmissionFileEntity, isHead: boolean): Promise<FoundObject | null> {
    if (!isHead) return this.store.get(objectName);
    const size = await this.store.head(objectName);
    return size === null ? null : { size, content: null };
  }
}

interface FoundObject {
  size: number;
  content: Readable | null;
}

const SAFE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/** Types that browsers show without running anything. Every other type is sent as `application/octet-stream`. */
const HARMLESS_TYPES = ['image/png', 'image/jpeg', 'application/pdf'];

const contentHeaders = ({ contentType, filename, sizeBytes }: SubmissionFileEntity) => ({
  'Accept-Ranges': 'none',
  'Content-Disposition': attachmentDisposition(filename),
  'Content-Length': String(sizeBytes),
  'Content-Type': HARMLESS_TYPES.includes(contentType) ? contentType : 'application/octet-stream',
});

async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    throw new ApiError('service_unavailable', { cause: error, headers: { 'Retry-After': '5' } });
  }
}

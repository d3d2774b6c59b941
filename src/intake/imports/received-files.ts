import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { refuseContentCoding } from '../../api/body/body-reader';
import { tooLarge, withMeteredBody } from '../multipart/metered-body';
import { refusalOf } from '../multipart/multipart-errors';
import { UploadBudget, type UploadShare } from '../multipart/upload-budget';
import { UploadFolders } from '../multipart/upload-folders';
import { UploadRoom } from '../multipart/upload-room';
import { type ImportFile, MAX_IMPORT_BYTES } from './import.types';

@Injectable()
export class ReceivedFiles {
  constructor(
    private readonly folders: UploadFolders,
    private readonly budget: UploadBudget,
    private readonly room: UploadRoom,
  ) {}

  /** Keeps the body in a temporary file during `work`. Throws 400, 408 or 413 for the body, and 503 when it has no room. */
  async with<Result>(request: Request, work: (file: ImportFile) => Promise<Result>): Promise<Result> {
    refuseContentCoding(request);
    if (Number(request.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw tooLarge(MAX_IMPORT_BYTES);
    const share = this.budget.open(request);
    const folder = await this.folders.create().catch(refuse);
    const path = join(folder, 'file');
    try {
      const bounded = (body: AsyncIterable<string | Buffer>) => this.bounded(body, share);
      const write = (body: NodeJS.ReadableStream): Promise<void> =>
        pipeline(body, bounded, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      await withMeteredBody(request, LIMITS, write).catch(refuse);
      return await work({ read: () => createReadStream(path, { highWaterMark: PART_BYTES }) });
    } finally {
      await rm(folder, { recursive: true, force: true });
      share.giveBack();
    }
  }

  private async *bounded(body: AsyncIterable<string | Buffer>, share: UploadShare): AsyncGenerator<string | Buffer> {
    for await (const chunk of body) {
      share.take(chunk.length);
      await this.room.requireReserve();
      yield chunk;
    }
  }
}

/** The parts are small, so that other requests get their turn while rows are read. */
const PART_BYTES = 16 * 1024;

function refuse(error: unknown): never {
  throw refusalOf(error);
}

/** At least 1 KiB a second on average over every 30 seconds, and at most 30 minutes in total. */
const LIMITS = { windowMs: 30_000, minBytesPerWindow: 30 * 1024, totalMs: 30 * 60 * 1000, maxBytes: MAX_IMPORT_BYTES };

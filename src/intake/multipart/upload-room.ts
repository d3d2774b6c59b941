import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../platform/config/config';
import { messageOf } from '../../platform/errors/operator-error';
import { PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { Readiness } from '../../platform/lifecycle/readiness';
import { filesAway } from './multipart-errors';

/** Keeps uploads from filling a disk that the database and other programs need. */
@Injectable()
export class UploadRoom {
  /** The folders of arriving files and, without a bucket, of stored files, which may be on different disks. */
  private readonly folders: string[];
  private lookedAtMs = -Infinity;
  private free: Promise<number> = Promise.resolve(Infinity);

  constructor(
    private readonly readiness: Readiness,
    @Inject(CONFIG) private readonly config: Pick<Config, 'dataDir' | 's3' | 'uploads' | 'uploadsMinFreeBytes'>,
  ) {
    this.folders = [join(config.dataDir, 'incoming'), ...(config.s3 ? [] : [join(config.dataDir, 'files')])];
  }

  /** Throws 503 while less than the reserve is free. Measures at most once a second. */
  async requireReserve(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.lookedAtMs >= MAX_AGE_MS) {
      this.lookedAtMs = nowMs;
      this.free = this.freeBytes().catch(() => Infinity); // an error is reported when a file is written
    }
    if ((await this.free) < this.config.uploadsMinFreeBytes) throw filesAway();
  }

  /** Reports a problem unless the largest submission fits beside the reserve. */
  @PeriodicTask({ name: 'check of the room for uploads', processes: 'api', everySeconds: 10 })
  async check(): Promise<boolean> {
    this.readiness.note('uploads', await this.problem());
    return false;
  }

  private async problem(): Promise<string | null> {
    const { uploads, uploadsMinFreeBytes } = this.config;
    try {
      for (const folder of this.folders) await access(await existingOf(folder), constants.W_OK);
      const free = await this.freeBytes();
      if (free < uploads.maxTotalBytes)
        return cannotReceive(`DATA_DIR has room for ${inMb(free)} and one submission may need ${inMb(uploads.maxTotalBytes)}`);
      if (free >= uploadsMinFreeBytes) return null;
      return cannotReceive(`DATA_DIR has room for ${inMb(free)}, and UPLOADS_MIN_FREE_BYTES keeps ${inMb(uploadsMinFreeBytes)} of it`);
    } catch (error) {
      return cannotReceive(messageOf(error));
    }
  }

  /** Returns the free bytes of the fullest folder. */
  private async freeBytes(): Promise<number> {
    const found = await Promise.all(this.folders.map(async (folder) => statfs(await existingOf(folder))));
    return Math.min(...found.map(({ bavail, bsize }) => bavail * bsize));
  }
}

const MAX_AGE_MS = 1_000;

/** Returns the folder or its nearest existing parent, since the first file creates the folder. */
async function existingOf(folder: string): Promise<string> {
  const isThere = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return isThere ? folder : existingOf(dirname(folder));
}

const cannotReceive = (why: string): string => `Files may be refused: ${why}. Make room for them. Submissions without files are accepted.`;

const inMb = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;

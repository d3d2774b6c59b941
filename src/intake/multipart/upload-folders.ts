import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Config, CONFIG } from '../../platform/config/config';
import { messageOf } from '../../platform/errors/operator-error';
import { newId } from '../../platform/ids.rules';
import { PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { Readiness } from '../../platform/lifecycle/readiness';

/**
 * Temporary folders of uploads, below one folder of this process. The next start on the same machine removes what a killed process left
 * behind. Another machine may share the disk, so its folders are left alone for a day.
 */
@Injectable()
export class UploadFolders implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('UploadFolders');
  private readonly parent: string;
  private readonly own: string;

  constructor(
    private readonly readiness: Readiness,
    @Inject(CONFIG) private readonly config: Pick<Config, 'dataDir' | 'uploads'>,
  ) {
    this.parent = join(config.dataDir, 'incoming');
    this.own = join(this.parent, `${hostname()}${SEPARATOR}${process.pid}${SEPARATOR}${newId()}`);
  }

  /** An empty folder, which the caller removes. */
  async create(): Promise<string> {
    await mkdir(this.own, { recursive: true, mode: 0o700 });
    return mkdtemp(join(this.own, 'upload-'));
  }

  /** Whether there is room for a submission of the largest size. */
  @PeriodicTask({ name: 'check of the room for uploads', processes: 'api', everySeconds: 10 })
  async checkRoom(): Promise<boolean> {
    const { dataDir, uploads } = this.config;
    this.readiness.note('uploads', await problemOf(dataDir, uploads.maxTotalBytes));
    return false;
  }

  async onApplicationBootstrap(): Promise<void> {
    const names = await readdir(this.parent).catch(() => []); // there is none before the first upload
    for (const name of names) await this.removeIfAbandoned(name);
  }

  async onApplicationShutdown(): Promise<void> {
    await rm(this.own, { recursive: true, force: true });
  }

  private async removeIfAbandoned(name: string): Promise<void> {
    const folder = join(this.parent, name);
    try {
      const { mtimeMs } = await stat(folder);
      if (isAbandoned(name, mtimeMs)) await rm(folder, { recursive: true, force: true });
    } catch (error) {
      this.log.warn({ err: error }, 'A temporary folder was not removed.');
    }
  }
}

const SEPARATOR = '~';
const DAY_MS = 24 * 60 * 60 * 1000;

/** The process of a container often has the same id as the one before it, whose folder is older than this process. */
function isAbandoned(name: string, modifiedMs: number): boolean {
  const [host, pid] = name.split(SEPARATOR);
  if (host !== hostname()) return Date.now() - modifiedMs > DAY_MS;
  if (Number(pid) === process.pid) return modifiedMs < Date.now() - process.uptime() * 1000;
  return !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Why files of this size cannot be written below a folder, which the first of them creates; null where they can. */
async function problemOf(folder: string, neededBytes: number): Promise<string | null> {
  try {
    const existing = await existingOf(folder);
    await access(existing, constants.W_OK);
    const { bavail, bsize } = await statfs(existing);
    if (bavail * bsize >= neededBytes) return null;
    return cannotReceive(
      `DATA_DIR has room for ${inMb(bavail * bsize)} and one submission may need ${inMb(neededBytes)}`,
    );
  } catch (error) {
    return cannotReceive(messageOf(error));
  }
}

/** The folder, or the nearest one above it that is there. */
async function existingOf(folder: string): Promise<string> {
  const isThere = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return isThere ? folder : existingOf(dirname(folder));
}

const cannotReceive = (why: string): string =>
  `Files may be refused: ${why}. Make room for them. Submissions without files are accepted.`;

const inMb = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;

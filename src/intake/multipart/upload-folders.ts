import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Config, CONFIG } from '../../platform/config/config';
import { newId } from '../../platform/ids.rules';

/**
 * Temporary folders of uploads, below one folder of this process. The next start on the same machine removes what a killed process left
 * behind. Another machine may share the disk, so its folders are left alone for a day.
 */
@Injectable()
export class UploadFolders implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('UploadFolders');
  private readonly parent: string;
  private readonly own: string;

  constructor(@Inject(CONFIG) { dataDir }: Config) {
    this.parent = join(dataDir, 'incoming');
    this.own = join(this.parent, `${hostname()}${SEPARATOR}${process.pid}${SEPARATOR}${newId()}`);
  }

  /** An empty folder, which the caller removes. */
  async create(): Promise<string> {
    await mkdir(this.own, { recursive: true, mode: 0o700 });
    return mkdtemp(join(this.own, 'upload-'));
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

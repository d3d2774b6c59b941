import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Config, CONFIG } from '../../platform/config/config';
import { PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { hasEnded, LifeSign, reachOf } from './life-sign';

/**
 * Temporary folders of uploads below one folder of this process. When the process is killed, other processes on this machine, or in
 * containers that share the disk, remove the folder. Folders of other machines, or from before a restart, are removed after two hours.
 */
@Injectable()
export class UploadFolders implements OnApplicationShutdown {
  private readonly log = new Logger('UploadFolders');
  private readonly parent: string;
  private own: Promise<OwnFolder> | null = null;
  private readonly unremovable = new Set<string>();

  constructor(@Inject(CONFIG) config: Pick<Config, 'dataDir'>) {
    this.parent = join(config.dataDir, 'incoming');
  }

  /** Creates an empty folder, which the caller removes. */
  async create(): Promise<string> {
    const { path } = await (this.own ??= this.open());
    await mkdir(path, FOLDER); // another process may have removed the folder
    return mkdtemp(join(path, 'upload-'));
  }

  /** Runs repeatedly, since a killed process may take a while to end. */
  @PeriodicTask({ name: 'removal of abandoned uploads', processes: 'api', everySeconds: 30 })
  async removeAbandoned(): Promise<boolean> {
    const names = await readdir(this.parent).catch(() => []); // the first upload creates the folder
    for (const name of names) await this.removeIfAbandoned(name);
    return false;
  }

  async onApplicationShutdown(): Promise<void> {
    const own = await this.own?.catch(() => null);
    await own?.sign.end();
    if (own) await rm(own.path, { recursive: true, force: true });
  }

  private async open(): Promise<OwnFolder> {
    try {
      await mkdir(this.parent, FOLDER);
      const path = join(this.parent, `${await reachOf(this.parent)}${SEPARATOR}${randomBytes(6).toString('hex')}`);
      await mkdir(path, FOLDER);
      return { path, sign: await LifeSign.give(path) };
    } catch (error) {
      this.own = null;
      throw error;
    }
  }

  private async removeIfAbandoned(name: string): Promise<void> {
    const folder = join(this.parent, name);
    try {
      if (await this.isAbandoned(name, folder)) await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (!this.unremovable.has(name)) this.log.warn({ err: error }, 'A temporary folder was not removed.');
      this.unremovable.add(name);
    }
  }

  private async isAbandoned(name: string, folder: string): Promise<boolean> {
    const isInReach = name.split(SEPARATOR)[0] === (await reachOf(this.parent));
    const isOver = isInReach ? await hasEnded(folder) : null;
    return isOver ?? Date.now() - (await stat(folder)).mtimeMs > LONGER_THAN_AN_UPLOAD_MS;
  }
}

interface OwnFolder {
  path: string;
  sign: LifeSign;
}

const FOLDER = { recursive: true, mode: 0o700 };
const SEPARATOR = '~';
/** Far exceeds the half hour that an upload may take. The folder changes whenever an upload begins or ends. */
const LONGER_THAN_AN_UPLOAD_MS = 2 * 60 * 60 * 1000;

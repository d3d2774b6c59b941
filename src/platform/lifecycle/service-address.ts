import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type Config, CONFIG } from '../config/config';

/** Where a service answers: its public address, and its port on this machine. */
export type ServiceAddress = Pick<Config, 'baseUrl' | 'port'>;

/**
 * Keeps the address of a process that serves the API in its data folder, for commands. What a killed process has left behind tells only
 * where to ask, and nobody depends on it: a folder that is missing or cannot be written has none.
 */
@Injectable()
export class WrittenServiceAddress implements OnModuleDestroy {
  private isWritten = false;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl' | 'port' | 'dataDir'>) {}

  async write(): Promise<void> {
    const { baseUrl, port } = this.config;
    const staging = `${this.file()}.${process.pid}`;
    try {
      await writeFile(staging, `${JSON.stringify({ base_url: baseUrl, port })}\n`);
      await rename(staging, this.file()); // no command reads half of it
      this.isWritten = true;
    } catch {
      await rm(staging, { force: true }).catch(() => undefined);
    }
  }

  async onModuleDestroy(): Promise<void> {
    if (this.isWritten) await rm(this.file(), { force: true }).catch(() => undefined);
  }

  /** One for each port, since several processes can serve one folder. */
  private file(): string {
    return join(this.config.dataDir, `service-${this.config.port}.json`);
  }
}

/** The addresses that services have written into a data folder, the latest first, whether or not they still answer there. */
export async function writtenServiceAddresses(dataDir: string): Promise<ServiceAddress[]> {
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => FILE.test(name));
  const found = await Promise.all(names.map((name) => addressIn(join(dataDir, name))));
  return found.filter((each) => each !== null).sort((left, right) => right.writtenAtMs - left.writtenAtMs);
}

async function addressIn(file: string): Promise<(ServiceAddress & { writtenAtMs: number }) | null> {
  try {
    const { base_url: baseUrl, port } = JSON.parse(await readFile(file, 'utf8')) as { base_url: string; port: number };
    return { baseUrl, port, writtenAtMs: (await stat(file)).mtimeMs };
  } catch {
    return null;
  }
}

const FILE = /^service-\d+\.json$/;

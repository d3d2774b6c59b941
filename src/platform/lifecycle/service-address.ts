import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
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
  private written: string | null = null;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl' | 'port' | 'dataDir'>) {}

  async write(): Promise<void> {
    const { baseUrl, port, dataDir } = this.config;
    const text = `${JSON.stringify({ base_url: baseUrl, port, id: randomBytes(8).toString('hex') })}\n`;
    const staging = `${fileOf(dataDir)}.${process.pid}`;
    try {
      await writeFile(staging, text);
      await rename(staging, fileOf(dataDir)); // no command reads half of it
      this.written = text;
    } catch {
      await rm(staging, { force: true }).catch(() => undefined);
    }
  }

  /** Another process on the folder may have written its own. */
  async onModuleDestroy(): Promise<void> {
    const { dataDir } = this.config;
    if (this.written !== null && (await textIn(dataDir)) === this.written)
      await rm(fileOf(dataDir), { force: true }).catch(() => undefined);
  }
}

/** The address that a service has written last into a data folder, whether or not it still answers there. */
export async function writtenServiceAddress(dataDir: string): Promise<ServiceAddress | null> {
  try {
    const { base_url: baseUrl, port } = JSON.parse(await textIn(dataDir)) as { base_url: string; port: number };
    return { baseUrl: new URL(baseUrl).href.replace(/\/$/, ''), port };
  } catch {
    return null;
  }
}

const textIn = (dataDir: string): Promise<string> => readFile(fileOf(dataDir), 'utf8').catch(() => '');

const fileOf = (dataDir: string): string => join(dataDir, 'service.json');

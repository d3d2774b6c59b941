import type { Logger } from 'pino';
import { appSecretOf } from './platform/config/app-secret';
import type { Config } from './platform/config/config';
import { awaitDatabase } from './platform/database/await-database';
import { migrate } from './platform/database/migrate';
import { openDatabase } from './platform/database/open-database';
import { createLog } from './platform/log/log';
import type { PlatformOptions } from './platform/platform.module';
import { prepareQueueSchema } from './platform/queue/queue-schema';

/** What a process opens before its modules are made: its settings, a database with the right tables, and a log. */
export interface ProcessResources {
  options: PlatformOptions;
  isEmbedded: boolean;
  log: Logger;
  /** Closes the database; to be called after the last query. */
  release: () => Promise<void>;
}

export async function openResources(config: Config): Promise<ProcessResources> {
  const log = createLog(config);
  if (config.databaseUrl) await awaitDatabase(config.databaseUrl, (line) => log.warn(line));
  const database = await openDatabase(config, (line) => log.info(line));
  try {
    if (config.migrateOnStart) await prepareTables(config, database.url);
    const options = { config, databaseUrl: database.url, appSecret: await appSecretOf(config) };
    return { options, isEmbedded: database.isEmbedded, log, release: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Our tables, and those of the queue where it is in the database. Returns the names of the migrations that were applied. */
export async function prepareTables({ redisUrl }: Config, databaseUrl: string): Promise<string[]> {
  const applied = await migrate(databaseUrl);
  if (!redisUrl) await prepareQueueSchema(databaseUrl);
  return applied;
}

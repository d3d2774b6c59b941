import type { Logger } from 'pino';
import { appSecretOf } from './platform/config/app-secret';
import type { Config } from './platform/config/config';
import { migrate } from './platform/database/migrate';
import { openDatabase } from './platform/database/open-database';
import { createLog } from './platform/observability/log';
import type { Surroundings } from './platform/platform.module';
import { prepareQueueSchema } from './platform/queue/postgres-backend';

/** What a process stands on: its settings, a database with the right tables, and a log. */
export interface Ground {
  surroundings: Surroundings;
  isEmbedded: boolean;
  log: Logger;
  /** To be called after the last query. */
  letGo: () => Promise<void>;
}

export async function prepareGround(config: Config): Promise<Ground> {
  const log = createLog(config);
  const database = await openDatabase(config, (line) => log.info(line));
  try {
    if (config.migrateOnStart) await prepareTables(config, database.url);
    const surroundings = { config, databaseUrl: database.url, appSecret: await appSecretOf(config) };
    return { surroundings, isEmbedded: database.isEmbedded, log, letGo: () => database.close() };
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

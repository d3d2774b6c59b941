import type { Logger } from 'pino';
import { SECRET_REDACTION } from '../api/auth/secret-format.rules';
import type { Config } from '../platform/config/config';
import { type OnNotice, assertMigrated, migrate } from '../platform/database/migrations';
import { openDatabase, retryUntilAvailable, withRemedy } from '../platform/database/open-database';
import { processNameOf, type ProcessRole } from '../platform/database/service-processes';
import { createLog } from '../platform/log/log';
import type { PlatformOptions } from '../platform/platform.module';
import { assertQueueSchema, prepareQueueSchema } from '../platform/queue/queue-schema';
import { checkedAppSecret } from './app-secret';

/** The resources that a process opens before its modules are created: the log, and a migrated database with the right secret. */
export interface ProcessResources {
  role: ProcessRole;
  options: PlatformOptions;
  isEmbedded: boolean;
  log: Logger;
  /** Stops an embedded database. Call this after the last query. */
  release: () => Promise<void>;
}

export async function openResources(config: Config, role: ProcessRole): Promise<ProcessResources> {
  const log = createLog(config, SECRET_REDACTION);
  const database = await openDatabase(config, log);
  try {
    const appSecret = await retryUntilAvailable(async () => {
      if (config.migrateOnStart) await prepareTables(config, database.url, (line) => log.info(line));
      else await assertTables(config, database.url);
      return checkedAppSecret(database.url, config);
    }, log);
    const options = { config, databaseUrl: database.url, appSecret, processName: processNameOf(role) };
    return { role, options, isEmbedded: database.isEmbedded, log, release: () => database.close() };
  } catch (error) {
    await database.close();
    throw withRemedy(error);
  }
}

/** Applies the migrations of the service and, without Redis, those of the queue. Returns the names of the service's migrations. */
export async function prepareTables({ redisUrl }: Pick<Config, 'redisUrl'>, databaseUrl: string, onNotice?: OnNotice): Promise<string[]> {
  const applied = await migrate(databaseUrl, onNotice);
  if (!redisUrl) await prepareQueueSchema(databaseUrl);
  return applied;
}

/** Throws an `OperatorError` when the database lacks tables of the service or of its queue. Changes nothing. */
async function assertTables({ redisUrl }: Config, databaseUrl: string): Promise<void> {
  await assertMigrated(databaseUrl);
  if (!redisUrl) await assertQueueSchema(databaseUrl);
}

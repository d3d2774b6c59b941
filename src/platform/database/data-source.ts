import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EntityTarget, Logger, ObjectLiteral } from 'typeorm';
import { DataSource } from 'typeorm';
import { AnswerTimeoutClient } from './answer-timeout-client';
import { SnakeNamingStrategy } from './snake-naming.strategy';

export interface DatabaseAddress {
  url: string;
  poolSize: number;
}

/** The service's connections. Time limits keep a slow statement, a forgotten transaction or a frozen server from holding up everybody. */
export function createDataSource(address: DatabaseAddress, entities: EntityTarget<ObjectLiteral>[]): DataSource {
  return new DataSource({
    type: 'postgres',
    url: address.url,
    poolSize: address.poolSize,
    entities: entities as never[],
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    applicationName: 'form-collection-service',
    extra: {
      options: READ_COMMITTED,
      statement_timeout: 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      Client: AnswerTimeoutClient,
      answerTimeoutMillis: 6_500, // more than a statement may take of a server that is well
      idleTimeoutMillis: 60_000,
      ...CONNECTING,
    },
  });
}

/** Whatever the server's default is. Said once for each connection, it takes no statement of each transaction. */
const READ_COMMITTED = '-c default_transaction_isolation=read\\ committed';

/** One connection whose statements have no time limits, for migrations, which may have to wait and work for long. */
export function createMigrationSource(url: string): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize: 1,
    migrations: [join(migrationsFolder(), '*.{js,ts}')],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    logger: SILENT,
    extra: CONNECTING,
  });
}

/** A connection that idles, or waits for long, is asked now and then whether it still leads anywhere. */
const CONNECTING = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** A failure is thrown; what the library would print besides goes to standard output, where only answers and the log belong. */
const SILENT: Logger = {
  log: () => undefined,
  logMigration: () => undefined,
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
};

/** Compiled next to the service in `dist`, or the sources when the tests run them. */
function migrationsFolder(): string {
  const built = join(__dirname, '../../migrations');
  return existsSync(built) ? built : join(__dirname, '../../../migrations');
}

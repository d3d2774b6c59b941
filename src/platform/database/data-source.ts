import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { DataSource } from 'typeorm';
import { SERVICE_NAME } from '../config/settings';
import { AnswerTimeoutClient } from './answer-timeout-client';
import { SnakeNamingStrategy } from './snake-naming.strategy';

export interface DatabaseAddress {
  url: string;
  poolSize: number;
  /** The name of the process in the sessions of the server. */
  applicationName?: string;
}

/** The connection pool of the service. Its time limits keep a slow statement, an idle transaction or a frozen server from blocking others. */
export function createDataSource(address: DatabaseAddress, entities: EntityTarget<ObjectLiteral>[]): DataSource {
  return new DataSource({
    type: 'postgres',
    url: address.url,
    poolSize: address.poolSize,
    entities: entities as never[],
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    applicationName: address.applicationName ?? SERVICE_NAME,
    extra: {
      options: READ_COMMITTED,
      statement_timeout: 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      Client: AnswerTimeoutClient,
      answerTimeoutMillis: 6_500, // longer than a healthy server lets a statement take
      idleTimeoutMillis: 60_000,
      ...CONNECTION_OPTIONS,
    },
  });
}

/** Opens a pool. TypeORM leaves its connections open when the first statements fail. */
export async function initialized(source: DataSource): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (error) {
    await source.driver.disconnect().catch(() => undefined); // rejects when no pool was opened
    throw error;
  }
}

/** Overrides the server's default. As an option of the connection it costs no statement in each transaction. */
const READ_COMMITTED = '-c default_transaction_isolation=read\\ committed';

/** TCP keep-alive finds out that the peer of an idle or waiting connection is gone. */
export const CONNECTION_OPTIONS = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

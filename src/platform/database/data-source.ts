import * as pg from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { Config } from '../config/config';
import { SERVICE_NAME } from '../config/settings';
import { AnswerTimeoutClient, ReadOnlyPause } from './answer-timeout-client';
import { SnakeNamingStrategy } from './columns';
import { connectionTo } from './primary';

export interface DatabaseAddress {
  url: string;
  poolSize: number;
  applicationName?: string;
  /** `transaction` when the address is that of a pooler which gives each transaction another session. */
  pooler?: Config['databasePooler'];
}

/** The time limits of the pool keep a slow statement, an idle transaction or a frozen server from blocking others. */
export function createDataSource(address: DatabaseAddress, entities: EntityTarget<ObjectLiteral>[]): DataSource {
  const { connectionString, stream } = connectionTo(address.url);
  return new DataSource({
    type: 'postgres',
    driver: pg,
    url: connectionString,
    poolSize: address.poolSize,
    entities: entities as never[],
    namingStrategy: new SnakeNamingStrategy(),
    synchronize: false,
    applicationName: address.applicationName ?? SERVICE_NAME,
    extra: {
      ...(address.pooler !== 'transaction' && SESSION_OPTIONS),
      Client: AnswerTimeoutClient,
      ...(stream && { stream }),
      readOnlyPause: new ReadOnlyPause(),
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

/**
 * Override the defaults of the server and of the role. As options of the connection they cost no statement in each transaction. A pooler in
 * transaction mode refuses them, so the role needs them there, which `doctor` checks.
 */
const SESSION_OPTIONS = {
  options: '-c default_transaction_isolation=read\\ committed',
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** TCP keep-alive finds out that the peer of an idle or waiting connection is gone. */
export const CONNECTION_OPTIONS = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

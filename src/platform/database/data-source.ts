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
  /** `transaction` when the address is that of a pooler that gives each transaction another session. */
  pooler?: Config['databasePooler'];
}

/** Creates the pool. Its time limits keep a slow statement, an idle transaction or a frozen server from blocking others. */
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
      Client: AnswerTimeoutClient,
      ...(stream && { stream }),
      readOnlyPause: new ReadOnlyPause(),
      sessionKind: address.pooler === 'transaction' ? 'shared' : 'service',
      answerTimeoutMillis: 6_500, // longer than the statement timeout of a healthy server
      idleTimeoutMillis: 60_000,
      ...CONNECTION_OPTIONS,
    },
  });
}

/** Opens a pool, and closes its connections when the first statements fail, which TypeORM does not. */
export async function initialized(source: DataSource): Promise<DataSource> {
  try {
    return await source.initialize();
  } catch (error) {
    await source.driver.disconnect().catch(() => undefined); // rejects when no pool was opened
    throw error;
  }
}

/** TCP keep-alive detects that the other side of an idle or waiting connection is gone. */
export const CONNECTION_OPTIONS = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

import { type DynamicModule, Global, Logger, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DataSource, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { Clock, SystemClock } from './time';
import { type Config, CONFIG } from './config/config';
import { SecretKeys } from './crypto/secret-keys';
import { createDataSource, type DatabaseAddress, initialized } from './database/data-source';
import { CommitMetrics, PoolMetrics } from './database/commit-metrics';
import { ClockWatch } from './database/clock-watch';
import { Database } from './database/database';
import { Replica } from './database/replica';
import { retryUntilAvailable } from './database/open-database';
import { AmbientTransaction, Transactions } from './database/transactions';
import { PeriodicTasks } from './lifecycle/periodic-tasks';
import { Readiness } from './lifecycle/readiness';
import { Hops } from './outbound/hops';
import { LimiterMetrics, Metrics } from './metrics/metrics';
import { Tracing } from './tracing/tracing';

export interface PlatformOptions {
  config: Config;
  databaseUrl: string;
  appSecret: string;
  /** The name of a process of the service: see `processNameOf`. Commands have none. */
  processName?: string;
  clock?: Clock;
}

@Global()
@Module({})
export class PlatformModule {
  static forRoot(
    { config, databaseUrl, appSecret, processName, clock }: PlatformOptions,
    entities: EntityTarget<ObjectLiteral>[],
  ): DynamicModule {
    const { databasePoolSize: poolSize, databasePooler: pooler } = config;
    const address = { url: databaseUrl, poolSize, pooler, applicationName: processName };
    return {
      module: PlatformModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Clock, useValue: clock ?? new SystemClock() },
        { provide: SecretKeys, useValue: new SecretKeys(appSecret, config.appSecretPrevious) },
        { provide: DataSource, useFactory: () => openDataSource(address, entities) },
        AmbientTransaction,
        ClockWatch,
        Database,
        Replica,
        Transactions,
        Readiness,
        PeriodicTasks,
        PoolMetrics,
        Hops,
        { provide: Tracing, useFactory: () => Tracing.open(config.otelExporterOtlpEndpoint) },
        ...METRICS,
      ],
      exports: [CONFIG, Clock, SecretKeys, Hops, Database, Replica, Transactions, Readiness, PeriodicTasks, Tracing, ...METRICS],
    };
  }
}

const METRICS = [Metrics, CommitMetrics, LimiterMetrics];

const openDataSource = (address: DatabaseAddress, entities: EntityTarget<ObjectLiteral>[]): Promise<DataSource> =>
  retryUntilAvailable(() => initialized(createDataSource(address, entities)), new Logger('Database'));

import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { Clock, SystemClock } from './clock';
import type { Config } from './config/config';
import { CONFIG } from './config/config.token';
import { SecretKeys } from './crypto/secret-keys';
import { createDataSource } from './database/data-source';
import { Database } from './database/database';
import { AmbientTransaction, Transactions } from './database/transactions';
import { PeriodicTasks } from './lifecycle/periodic-tasks';
import { Readiness } from './lifecycle/readiness';

/** Options of the root modules. */
export interface PlatformOptions {
  config: Config;
  databaseUrl: string;
  appSecret: string;
  clock?: Clock;
}

/** Settings, clock, keys, database and lifecycle, which every other module uses. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(
    { config, databaseUrl, appSecret, clock }: PlatformOptions,
    entities: EntityTarget<ObjectLiteral>[],
  ): DynamicModule {
    const address = { url: databaseUrl, poolSize: config.databasePoolSize };
    return {
      module: PlatformModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Clock, useValue: clock ?? new SystemClock() },
        { provide: SecretKeys, useValue: new SecretKeys(appSecret, config.appSecretPrevious) },
        { provide: DataSource, useFactory: () => createDataSource(address, entities).initialize() },
        AmbientTransaction,
        Database,
        Transactions,
        Readiness,
        PeriodicTasks,
      ],
      exports: [CONFIG, Clock, SecretKeys, Database, Transactions, Readiness, PeriodicTasks],
    };
  }
}

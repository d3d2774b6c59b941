import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { AuditTrail } from './audit/audit-trail';
import { Clock, SystemClock } from './clock';
import type { Config } from './config/config';
import { CONFIG } from './config/config.token';
import { SecretKeys } from './crypto/secret-keys';
import { createDataSource } from './database/data-source';
import { Database } from './database/database';
import { Cursors } from './http/cursor';
import { RouteTable } from './http/route-table';
import { IdempotencyRecords } from './idempotency/idempotency-records';
import { Readiness } from './lifecycle/readiness';
import { Upkeep } from './lifecycle/upkeep';
import { BucketStore } from './throttle/bucket-store';
import { FailedAuthentications } from './throttle/failed-authentications';
import { MemoryBucketStore } from './throttle/memory-bucket-store';

/** What the modules are made with. */
export interface PlatformOptions {
  config: Config;
  databaseUrl: string;
  appSecret: string;
  clock?: Clock;
  /** Keeps queues apart that share a server. */
  queueSuffix?: string;
}

/** What every domain stands on. Which adapter serves a port is decided here and nowhere else. */
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
      imports: [DiscoveryModule],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Clock, useValue: clock ?? new SystemClock() },
        { provide: SecretKeys, useValue: new SecretKeys(appSecret, config.appSecretPrevious) },
        { provide: DataSource, useFactory: () => createDataSource(address, entities).initialize() },
        { provide: BucketStore, useFactory: () => new MemoryBucketStore() },
        {
          provide: Cursors,
          useFactory: (keys: SecretKeys, time: Clock) => new Cursors(keys, time),
          inject: [SecretKeys, Clock],
        },
        Database,
        RouteTable,
        Readiness,
        Upkeep,
        IdempotencyRecords,
        FailedAuthentications,
        AuditTrail,
      ],
      exports: [
        CONFIG,
        Clock,
        SecretKeys,
        BucketStore,
        Cursors,
        Database,
        RouteTable,
        Readiness,
        Upkeep,
        IdempotencyRecords,
        FailedAuthentications,
        AuditTrail,
      ],
    };
  }
}

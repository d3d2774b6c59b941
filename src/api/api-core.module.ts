import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Clock } from '../platform/clock';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { LimiterConnection } from '../platform/redis/limiter-connection';
import { AuditEventsRepository } from './audit/audit-events.repository';
import { ErrorFilter } from './errors/error.filter';
import { HttpMetrics } from './http/http-metrics';
import { LoadShedding } from './http/load-shedding';
import { IdempotencyRecordsRepository } from './idempotency/idempotency-records.repository';
import { RouteTable } from './operation/route-table';
import { Cursors } from './pagination/cursors';
import { BucketStore } from './rate-limit/bucket-store';
import { FailedAuthentications } from './rate-limit/failed-authentications';
import { MemoryBucketStore } from './rate-limit/memory-bucket-store';
import { RedisBucketStore } from './rate-limit/redis-bucket-store';

const PROVIDERS = [
  AuditEventsRepository,
  ErrorFilter,
  FailedAuthentications,
  HttpMetrics,
  IdempotencyRecordsRepository,
  LoadShedding,
  RouteTable,
];

/** The providers of the HTTP API that all domains share: cursors, rate limits, idempotency records, the audit trail, the route table. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    {
      provide: BucketStore,
      useFactory: (redis?: LimiterConnection | null) => (redis ? new RedisBucketStore(redis) : new MemoryBucketStore()),
      inject: [{ token: LimiterConnection, optional: true }], // commands have no connections
    },
    {
      provide: Cursors,
      useFactory: (keys: SecretKeys, clock: Clock) => new Cursors(keys, clock),
      inject: [SecretKeys, Clock],
    },
    ...PROVIDERS,
  ],
  exports: [BucketStore, Cursors, ...PROVIDERS],
})
export class ApiCoreModule {}

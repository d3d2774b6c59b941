import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Clock } from '../platform/time';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { AuditEventsRepository } from './operation/audit-events.repository';
import { ErrorFilter } from './http/error.filter';
import { HttpMetrics } from './http/request.middleware';
import { LIMITS, LoadShedding, RequestQueue } from './http/load-shedding';
import { AddressPages } from './index/address-pages';
import { IdempotencyInterceptor } from './operation/idempotency.interceptor';
import { IdempotencyRecordsRepository } from './operation/idempotency-records.repository';
import { IfMatchInterceptor } from './operation/if-match.interceptor';
import { RouteTable } from './operation/route-table';
import { Cursors } from './pagination/cursors';

const PROVIDERS = [
  AddressPages,
  AuditEventsRepository,
  ErrorFilter,
  HttpMetrics,
  IdempotencyInterceptor,
  IdempotencyRecordsRepository,
  IfMatchInterceptor,
  LoadShedding,
  RouteTable,
];

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: Cursors, useFactory: (keys: SecretKeys, clock: Clock) => new Cursors(keys, clock), inject: [SecretKeys, Clock] },
    { provide: RequestQueue, useFactory: () => new RequestQueue(LIMITS) },
    ...PROVIDERS,
  ],
  exports: [Cursors, ...PROVIDERS],
})
export class ApiCoreModule {}

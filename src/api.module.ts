import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { ENTITIES } from './entities';
import { FieldsModule } from './fields/fields.module';
import { FormsModule } from './forms/forms.module';
import { IntakeModule } from './intake/intake.module';
import { KeysModule } from './keys/keys.module';
import { AuditInterceptor } from './platform/audit/audit.interceptor';
import { ApiKeyGuard } from './platform/auth/api-key.guard';
import { ScopeGuard } from './platform/auth/scope.guard';
import { TransactionInterceptor } from './platform/database/transaction.interceptor';
import { ErrorFilter } from './platform/errors/error.filter';
import { BodyInterceptor } from './platform/http/body.interceptor';
import { IfMatchInterceptor } from './platform/http/if-match.interceptor';
import { ReplyInterceptor } from './platform/http/reply.interceptor';
import { ResourceGuard } from './platform/http/resource.guard';
import { UndeclaredInputInterceptor } from './platform/http/undeclared-input.interceptor';
import { InputPipe } from './platform/http/input.pipe';
import { IdempotencyInterceptor } from './platform/idempotency/idempotency.interceptor';
import { ConnectionsModule } from './platform/connections.module';
import { HealthController } from './platform/lifecycle/health.controller';
import type { PlatformOptions } from './platform/platform.module';
import { PlatformModule } from './platform/platform.module';
import { RateLimitGuard } from './platform/throttle/rate-limit.guard';
import { SubmissionsModule } from './submissions/submissions.module';
import { RunsModule } from './workflows/runs/runs.module';
import { WorkflowsModule } from './workflows/workflows.module';

/** In the order in which a request passes them; the first refusal is the answer. */
const GUARDS = [ApiKeyGuard, RateLimitGuard, ScopeGuard, ResourceGuard];

/** Wrapped around the operation, from the outside in. */
const INTERCEPTORS = [
  ReplyInterceptor,
  BodyInterceptor,
  TransactionInterceptor,
  IdempotencyInterceptor,
  AuditInterceptor,
  IfMatchInterceptor,
  UndeclaredInputInterceptor,
];

/** The HTTP side: all domains, and what every request passes. */
@Module({})
export class ApiModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(options, ENTITIES),
        ConnectionsModule.forRoot(options),
        ThrottlerModule.forRoot([{ limit: 1, ttl: 60_000 }]),
        IntakeModule, // first of the domains, since routes are tried in this order and this one is the busiest
        KeysModule,
        FormsModule,
        FieldsModule,
        WorkflowsModule,
        RunsModule,
        SubmissionsModule,
      ],
      controllers: [HealthController],
      providers: [
        ...GUARDS.map((useClass) => ({ provide: APP_GUARD, useClass })),
        ...INTERCEPTORS.map((useClass) => ({ provide: APP_INTERCEPTOR, useClass })),
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}

import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { ApiCoreModule } from './api/api-core.module';
import { ENTITIES } from './entities';
import { FieldsModule } from './fields/fields.module';
import { FormsModule } from './forms/forms.module';
import { IntakeModule } from './intake/intake.module';
import { KeysModule } from './keys/keys.module';
import { AuditInterceptor } from './api/audit/audit.interceptor';
import { ApiKeyGuard } from './api/auth/api-key.guard';
import { ScopeGuard } from './api/auth/scope.guard';
import { TransactionInterceptor } from './api/operation/transaction.interceptor';
import { ErrorFilter } from './api/errors/error.filter';
import { BodyInterceptor } from './api/body/body.interceptor';
import { IfMatchInterceptor } from './api/preconditions/if-match.interceptor';
import { ReplyInterceptor } from './api/reply/reply.interceptor';
import { ResourceGuard } from './api/resource/resource.guard';
import { UndeclaredInputInterceptor } from './api/validation/undeclared-input.interceptor';
import { RequestValidationPipe } from './api/validation/request-validation.pipe';
import { IdempotencyInterceptor } from './api/idempotency/idempotency.interceptor';
import { ConnectionsModule } from './platform/connections.module';
import { HealthController } from './api/health/health.controller';
import type { PlatformOptions } from './platform/platform.module';
import { PlatformModule } from './platform/platform.module';
import { KEY_THROTTLER, RateLimitGuard } from './api/rate-limit/rate-limit.guard';
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
        ApiCoreModule,
        ThrottlerModule.forRoot([KEY_THROTTLER]),
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
        { provide: APP_PIPE, useClass: RequestValidationPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { ApiStart } from './start/api-start';
import { ApiCoreModule } from './api/api-core.module';
import { AccountAddressModule } from './accounts/address/account-address.module';
import { ENTITIES } from './entities';
import { ConsoleModule } from './console/console.module';
import { FieldsModule } from './fields/fields.module';
import { FormsModule } from './forms/forms.module';
import { IntakeModule } from './intake/intake.module';
import { KeysModule } from './keys/keys.module';
import { ApiKeyGuard } from './api/operation/api-key.guard';
import { ScopeGuard } from './api/operation/scope.guard';
import { ErrorFilter } from './api/http/error.filter';
import { HttpServer } from './api/http/server';
import { ResourceGuard } from './api/operation/resource.guard';
import { RateLimitModule } from './api/rate-limit/rate-limit.module';
import { NoticesModule } from './notices/notices.module';
import { ConnectionsModule } from './platform/connections.module';
import { HealthController } from './api/health/health.controller';
import { IndexController } from './api/index/index.controller';
import { MetricsController } from './api/health/metrics.controller';
import { WrittenServiceAddress } from './platform/lifecycle/service-address';
import { ServiceProofs } from './platform/lifecycle/service-proofs';
import { PlatformModule, type PlatformOptions } from './platform/platform.module';
import { QueueModule } from './platform/queue/queue.module';
import { KEY_THROTTLER, RateLimitGuard } from './api/operation/rate-limit.guard';
import { ErasuresModule } from './erasures/erasures.module';
import { ExportsModule } from './exports/exports.module';
import { SubmissionsApiModule } from './submissions/submissions.module';
import { VisitorStopsApiModule } from './visitor-mails/visitor-stops-api.module';
import { RunsModule } from './workflows/runs/runs.module';
import { WorkflowsModule } from './workflows/workflows.module';

/** The guards in the order in which they check a request; the first refusal is the answer. */
const GUARDS = [ApiKeyGuard, RateLimitGuard, ScopeGuard, ResourceGuard];

/** The HTTP side of the service. No interceptor is global (docs/adr/0019-submissions-without-interceptors.md). */
@Module({})
export class ApiModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(options, ENTITIES),
        QueueModule.forRoot(options),
        ApiCoreModule,
        ConnectionsModule,
        RateLimitModule,
        ThrottlerModule.forRoot([KEY_THROTTLER]),
        IntakeModule, // first, since it has the most requests and Express tries routes in this order
        KeysModule,
        AccountAddressModule,
        ...(options.config.console === 'on' ? [ConsoleModule] : []),
        FormsModule,
        FieldsModule,
        WorkflowsModule,
        RunsModule,
        NoticesModule,
        VisitorStopsApiModule,
        ExportsModule, // before the submissions, whose routes would take "export" for an id
        SubmissionsApiModule,
        ErasuresModule,
      ],
      controllers: [IndexController, HealthController, MetricsController],
      providers: [
        ApiStart,
        HttpServer,
        ServiceProofs,
        WrittenServiceAddress,
        ...GUARDS.map((useClass) => ({ provide: APP_GUARD, useClass })),
        { provide: APP_FILTER, useExisting: ErrorFilter },
      ],
    };
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import { ApiCoreModule } from './api/api-core.module';
import { ConfirmationsModule } from './confirmations/confirmations.module';
import { ENTITIES } from './entities';
import { ErasuresModule } from './erasures/erasures.module';
import { SignInMailsModule } from './keys/mails/sign-in-mails.module';
import { NotificationsModule } from './notifications/notifications.module';
import { NoticesModule } from './notices/notices.module';
import { ConnectionsModule } from './platform/connections.module';
import { PlatformModule, type PlatformOptions } from './platform/platform.module';
import { MetricsServer } from './platform/metrics/metrics-server';
import { QueueModule } from './platform/queue/queue.module';
import { FilesModule } from './files/files.module';
import { SubmissionsModule } from './submissions/submissions.module';
import { WorkerStart } from './start/worker-start';
import { VisitorMailsModule } from './visitor-mails/visitor-mails.module';
import { RunsModule } from './workflows/runs/runs.module';

/** The root module of a process that executes runs, sends notifications, and serves no requests. */
@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(options, ENTITIES),
        QueueModule.forRoot(options),
        ApiCoreModule,
        ConnectionsModule,
        FilesModule,
        RunsModule,
        NotificationsModule,
        NoticesModule,
        VisitorMailsModule,
        SignInMailsModule,
        SubmissionsModule,
        ConfirmationsModule,
        ErasuresModule,
      ],
      providers: [MetricsServer, WorkerStart],
    };
  }
}

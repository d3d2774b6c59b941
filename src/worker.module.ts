import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { ApiCoreModule } from './api/api-core.module';
import { ENTITIES } from './entities';
import { NotificationsModule } from './notifications/notifications.module';
import { ConnectionsModule } from './platform/connections.module';
import { PlatformModule } from './platform/platform.module';
import type { PlatformOptions } from './platform/platform.module';
import { StorageModule } from './platform/storage/storage.module';
import { FilesModule } from './submissions/files/files.module';
import { RunsModule } from './workflows/runs/runs.module';

/** The root module of a process that executes runs, sends notifications, and serves no requests. */
@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(options, ENTITIES),
        ConnectionsModule.forRoot(options),
        StorageModule,
        ApiCoreModule,
        FilesModule,
        RunsModule,
        NotificationsModule,
      ],
    };
  }
}

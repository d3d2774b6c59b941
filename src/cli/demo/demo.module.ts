import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module';
import { ApiCoreModule } from '../../api/api-core.module';
import { ENTITIES } from '../../entities';
import { FieldsModule } from '../../fields/fields.module';
import { FilesModule } from '../../files/files.module';
import { FormsModule } from '../../forms/forms.module';
import { FILE_IMPORT_PROVIDERS } from '../../intake/imports/imports.service';
import { KeysModule } from '../../keys/keys.module';
import { NotificationQueue } from '../../notifications/notification-queue';
import { OUTBOUND_PROVIDERS } from '../../platform/connections.module';
import { EgressModule } from '../../platform/outbound/egress.module';
import type { PlatformOptions } from '../../platform/platform.module';
import { PlatformModule } from '../../platform/platform.module';
import { StorageModule } from '../../platform/storage/storage.module';
import { IMPORT_PROVIDERS } from '../../submissions/imports/submission-imports.service';
import { WRITER_PROVIDERS } from '../../submissions/submission-writer';
import { RunQueue } from '../../workflows/runs/admission/run-queue';
import { ENGINE_PROVIDERS } from '../../workflows/runs/engine/engine-providers';
import { SingleRun } from '../../workflows/runs/engine/single-run';
import { NO_QUEUE } from '../../workflows/runs/operations/run-operations.module';
import { RUN_PROVIDERS } from '../../workflows/runs/run-providers';
import { WorkflowsModule } from '../../workflows/workflows.module';
import { DemoService } from './demo.service';
import { DemoSubmissionsService } from './demo-submissions.service';

/** What `demo` needs beside the services of the other commands: it stores submissions, and executes the runs of two of them. */
@Module({})
export class DemoModule {
  /**
   * The receiver of those two runs is on this machine, which the service allows nobody. The exception holds for this process, which
   * executes no other runs. It wakes no workers, so that they do not take these.
   */
  static forRoot({ config, ...options }: PlatformOptions): DynamicModule {
    const egressAllowCidrs = [...config.egressAllowCidrs, '127.0.0.1/32'];
    const changed = { ...options, config: { ...config, egressAllowCidrs, redisUrl: null, databasePoolSize: 2 } };
    return {
      module: DemoModule,
      imports: [
        ...[PlatformModule.forRoot(changed, ENTITIES), ApiCoreModule, EgressModule],
        ...[AccountsModule, KeysModule, FormsModule, FieldsModule, FilesModule, StorageModule, WorkflowsModule],
      ],
      providers: [
        ...FILE_IMPORT_PROVIDERS,
        ...IMPORT_PROVIDERS,
        ...WRITER_PROVIDERS,
        ...RUN_PROVIDERS,
        ...ENGINE_PROVIDERS,
        ...OUTBOUND_PROVIDERS,
        { provide: RunQueue, useValue: NO_QUEUE },
        { provide: NotificationQueue, useValue: NO_QUEUE },
        SingleRun,
        DemoService,
        DemoSubmissionsService,
      ],
    };
  }
}

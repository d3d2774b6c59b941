import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { FieldsModule } from '../../fields/fields.module';
import { FilesModule } from '../../files/files.module';
import { FormsModule } from '../../forms/forms.module';
import { IntakeModule } from '../../intake/intake.module';
import { KeysModule } from '../../keys/keys.module';
import { AccountsModule } from '../../accounts/accounts.module';
import { ApiCoreModule } from '../../api/api-core.module';
import { ENTITIES } from '../../entities';
import type { PlatformOptions } from '../../platform/platform.module';
import { PlatformModule } from '../../platform/platform.module';
import { QueueModule } from '../../platform/queue/queue.module';
import { SubmissionsModule } from '../../submissions/submissions.module';
import { RunsModule } from '../../workflows/runs/runs.module';
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
    const changed = { ...options, config: { ...config, egressAllowCidrs, databasePoolSize: 2 } };
    return {
      module: DemoModule,
      imports: [
        ...[PlatformModule.forRoot(changed, ENTITIES), QueueModule.forRoot(null), ApiCoreModule],
        ...[
          AccountsModule,
          KeysModule,
          FormsModule,
          FieldsModule,
          FilesModule,
          IntakeModule,
          RunsModule,
          SubmissionsModule,
          WorkflowsModule,
        ],
      ],
      providers: [DemoService, DemoSubmissionsService],
    };
  }
}

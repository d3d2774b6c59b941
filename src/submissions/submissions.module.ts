import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { FormsModule } from '../forms/forms.module';
import { RunsModule } from '../workflows/runs/runs.module';
import { SubmissionBatchRepository } from './submission-batch.repository';
import { SubmissionResolver } from './submission.resolver';
import { SubmissionKeysService } from './submission-keys.service';
import { SubmissionWriter } from './submission-writer';
import { SubmissionsController } from './submissions.controller';
import { SubmissionsRepository } from './submissions.repository';
import { SubmissionsService } from './submissions.service';

@Module({
  imports: [AccountsModule, FormsModule, RunsModule],
  controllers: [SubmissionsController],
  providers: [
    SubmissionsRepository,
    SubmissionsService,
    SubmissionResolver,
    SubmissionBatchRepository,
    SubmissionWriter,
    SubmissionKeysService,
  ],
  exports: [SubmissionWriter, SubmissionKeysService],
})
export class SubmissionsModule {}

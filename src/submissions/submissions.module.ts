import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { FormsModule } from '../forms/forms.module';
import { RunsModule } from '../workflows/runs/runs.module';
import { SubmissionBatchRepository } from './submission-batch.repository';
import { SubmissionOnPath } from './submission-on-path';
import { SubmissionReceipts } from './submission-receipts';
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
    SubmissionOnPath,
    SubmissionBatchRepository,
    SubmissionWriter,
    SubmissionReceipts,
  ],
  exports: [SubmissionWriter, SubmissionReceipts],
})
export class SubmissionsModule {}

import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { FormsModule } from '../forms/forms.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { RunsModule } from '../workflows/runs/runs.module';
import { FilesModule } from '../files/files.module';
import { SubmissionResolver, SubmissionWithRunResolver } from './submission.resolver';
import { SubmissionKeysRepository } from './submission-keys.repository';
import { SubmissionKeysService } from './submission-keys.service';
import { SubmissionMetrics, SubmissionWriter } from './submission-writer';
import { SubmissionStoreRepository } from './submission-store.repository';
import { SubmissionsController } from './submissions.controller';
import { ClaimsRepository } from './claims.repository';
import { ClaimsService } from './claims.service';
import { QuarantineController } from './quarantine.controller';
import { QuarantineRepository } from './quarantine.repository';
import { QuarantineService } from './quarantine.service';
import { SubmissionsRepository } from './submissions.repository';
import { SubmissionsService } from './submissions.service';

/** Storing, reading and deleting submissions. */
@Module({
  imports: [AccountsModule, FilesModule, FormsModule, NotificationsModule, RunsModule],
  controllers: [SubmissionsController, QuarantineController],
  providers: [
    ClaimsRepository,
    ClaimsService,
    QuarantineRepository,
    QuarantineService,
    SubmissionsRepository,
    SubmissionsService,
    SubmissionResolver,
    SubmissionWithRunResolver,
    SubmissionStoreRepository,
    SubmissionKeysRepository,
    SubmissionMetrics,
    SubmissionWriter,
    SubmissionKeysService,
  ],
  exports: [SubmissionWriter, SubmissionKeysService],
})
export class SubmissionsModule {}

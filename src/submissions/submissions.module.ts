import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { FormsModule } from '../forms/forms.module';
import { KeysModule } from '../keys/keys.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { RunsModule } from '../workflows/runs/runs.module';
import { StorageModule } from '../platform/storage/storage.module';
import { FilesModule } from '../files/files.module';
import { SubmissionOrTrashedResolver, SubmissionResolver, SubmissionWithRunResolver } from './submission.resolver';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';
import { IdempotencyKeysService } from './idempotency-keys.service';
import { SubmissionWritesRepository } from './submission-writes.repository';
import { SubmissionMetrics, SubmissionWriter } from './submission-writer';
import { SubmissionPagesRepository } from './submission-pages.repository';
import { SubmissionReader } from './submission-reader';
import { ChangeCursors } from './changes/change-cursors';
import { ChangesController } from './changes/changes.controller';
import { ChangesRepository } from './changes/changes.repository';
import { ChangesService } from './changes/changes.service';
import { CorrectionsRepository } from './corrections/corrections.repository';
import { CorrectionsService } from './corrections/corrections.service';
import { SubmissionEditsController } from './corrections/submission-edits.controller';
import { SubmissionPrecondition } from './corrections/submission.precondition';
import { EpochRepository } from './changes/epoch.repository';
import { RestoreDetector } from './changes/restore-detector';
import { UniqueValuesRepository } from './unique-values.repository';
import { UniqueValuesService } from './unique-values.service';
import { QuarantineController } from './quarantine.controller';
import { QuarantineRepository } from './quarantine.repository';
import { ReadmissionService } from './readmission.service';
import { QuarantineService } from './quarantine.service';
import { ImportBatchesRepository } from './imports/import-batches.repository';
import { SubmissionImportsService } from './imports/submission-imports.service';
import { RetentionController } from './retention/retention.controller';
import { RetentionRepository } from './retention/retention.repository';
import { RetentionService } from './retention/retention.service';
import { SubmissionErasureService } from './erasure/submission-erasure.service';
import { FormDaysController } from './stats/form-days.controller';
import { FormDaysRepository } from './stats/form-days.repository';
import { FormDaysService } from './stats/form-days.service';
import { NameUseController } from './stats/name-use.controller';
import { NameUseRepository } from './stats/name-use.repository';
import { SubmissionBatchController } from './batch/submission-batch.controller';
import { SubmissionBatchService } from './batch/submission-batch.service';
import { SubmissionCountsRepository } from './jobs/submission-counts.repository';
import { SubmissionJobResolver } from './jobs/submission-job.resolver';
import { SubmissionJobRunner } from './jobs/submission-job-runner';
import { SubmissionJobsController } from './jobs/submission-jobs.controller';
import { SubmissionJobsRepository } from './jobs/submission-jobs.repository';
import { SubmissionJobsService } from './jobs/submission-jobs.service';
import { AllSubmissionsController } from './lists/all-submissions.controller';
import { SearchIndexRepository } from './lists/search-index.repository';
import { SearchIndexService } from './lists/search-index.service';
import { SubmissionListsRepository } from './lists/submission-lists.repository';
import { SubmissionsController } from './submissions.controller';
import { SubmissionsRepository } from './submissions.repository';
import { SubmissionsService } from './submissions.service';
import { DeletionService } from './trash/deletion.service';
import { RestorationService } from './trash/restoration.service';
import { TrashController } from './trash/trash.controller';
import { TrashRepository } from './trash/trash.repository';

@Module({
  imports: [AccountsModule, FilesModule, FormsModule, KeysModule, NotificationsModule, RunsModule, StorageModule],
  controllers: [
    AllSubmissionsController,
    SubmissionBatchController,
    ChangesController,
    FormDaysController,
    NameUseController,
    RetentionController,
    SubmissionJobsController,
  ],
  providers: [
    ChangeCursors,
    ChangesRepository,
    ChangesService,
    CorrectionsRepository,
    CorrectionsService,
    EpochRepository,
    RestoreDetector,
    UniqueValuesRepository,
    UniqueValuesService,
    FormDaysRepository,
    FormDaysService,
    NameUseRepository,
    ImportBatchesRepository,
    QuarantineRepository,
    QuarantineService,
    RetentionRepository,
    RetentionService,
    SubmissionBatchService,
    SubmissionCountsRepository,
    SubmissionJobResolver,
    SubmissionJobRunner,
    SubmissionJobsRepository,
    SubmissionJobsService,
    SubmissionErasureService,
    SubmissionImportsService,
    SearchIndexRepository,
    SearchIndexService,
    SubmissionListsRepository,
    SubmissionMetrics,
    SubmissionsRepository,
    SubmissionsService,
    DeletionService,
    ReadmissionService,
    RestorationService,
    TrashRepository,
    SubmissionOrTrashedResolver,
    SubmissionPrecondition,
    SubmissionResolver,
    SubmissionWithRunResolver,
    IdempotencyKeysRepository,
    IdempotencyKeysService,
    SubmissionWritesRepository,
    SubmissionWriter,
    SubmissionPagesRepository,
    SubmissionReader,
  ],
  exports: [
    DeletionService,
    RestorationService,
    CorrectionsService,
    QuarantineService,
    RetentionService,
    SubmissionErasureService,
    SubmissionImportsService,
    IdempotencyKeysService,
    SubmissionReader,
    SubmissionsService,
    SubmissionWriter,
  ],
})
export class SubmissionsModule {}

/** Imported after the modules with fixed paths below `submissions`, so that these take precedence over ids. */
@Module({
  imports: [SubmissionsModule],
  controllers: [SubmissionsController, SubmissionEditsController, QuarantineController, TrashController],
})
export class SubmissionsApiModule {}

import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { FormsModule } from '../forms/forms.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { RunsModule } from '../workflows/runs/runs.module';
import { FileDownloadsService } from './files/file-downloads.service';
import { FileLinkController } from './files/file-link.controller';
import { FileResolver } from './files/file.resolver';
import { FilesController } from './files/files.controller';
import { FilesModule } from './files/files.module';
import { FilesService } from './files/files.service';
import { SubmissionResolver, SubmissionWithRunResolver } from './submission.resolver';
import { SubmissionKeysRepository } from './submission-keys.repository';
import { SubmissionKeysService } from './submission-keys.service';
import { SubmissionMetrics } from './submission-metrics';
import { SubmissionWriter } from './submission-writer';
import { SubmissionWritesRepository } from './submission-writes.repository';
import { SubmissionsController } from './submissions.controller';
import { SubmissionsRepository } from './submissions.repository';
import { SubmissionsService } from './submissions.service';

/** Storing, reading and deleting submissions. */
@Module({
  imports: [AccountsModule, FilesModule, FormsModule, NotificationsModule, RunsModule],
  controllers: [SubmissionsController, FilesController, FileLinkController],
  providers: [
    SubmissionsRepository,
    SubmissionsService,
    SubmissionResolver,
    SubmissionWithRunResolver,
    SubmissionWritesRepository,
    SubmissionKeysRepository,
    SubmissionMetrics,
    SubmissionWriter,
    SubmissionKeysService,
    FilesService,
    FileDownloadsService,
    FileResolver,
  ],
  exports: [SubmissionWriter, SubmissionKeysService],
})
export class SubmissionsModule {}

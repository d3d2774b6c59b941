import { StorageModule } from '../platform/storage/storage.module';
import { Module } from '@nestjs/common';
import { ClamdClient } from '../platform/antivirus/clamd-client';
import { type Config, CONFIG } from '../platform/config/config';
import { FileCheckService } from './file-check.service';
import { FileDownloadsService } from './file-downloads.service';
import { FileLinkController } from './file-link.controller';
import { FileResolver, SubmissionFilesResolver } from './file.resolver';
import { FilesController } from './files.controller';
import { FilesRepository } from './files.repository';
import { FilesService } from './files.service';
import { ObjectRemovalService } from './object-removal.service';
import { UploadGate, UploadsService } from './uploads.service';
import { UploadsRepository } from './uploads.repository';

@Module({
  imports: [StorageModule],
  controllers: [FilesController, FileLinkController],
  providers: [
    {
      provide: ClamdClient,
      useFactory: ({ clamdUrl }: Config) => (clamdUrl === null ? null : new ClamdClient({ url: clamdUrl })),
      inject: [CONFIG],
    },
    FileCheckService,
    FileDownloadsService,
    FileResolver,
    FilesRepository,
    FilesService,
    ObjectRemovalService,
    SubmissionFilesResolver,
    UploadGate,
    UploadsRepository,
    UploadsService,
  ],
  exports: [FileCheckService, FilesRepository, FilesService, ObjectRemovalService, UploadsService],
})
export class FilesModule {}

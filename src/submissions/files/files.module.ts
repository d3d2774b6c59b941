import { Module } from '@nestjs/common';
import { ClamdClient } from '../../platform/antivirus/clamd-client';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { FileCheckService } from './file-check.service';
import { FilesRepository } from './files.repository';
import { ObjectRemovalService } from './object-removal.service';
import { UploadsRepository } from './uploads.repository';
import { UploadsService } from './uploads.service';

/** The files of submissions: checking, storing and removing them. */
@Module({
  providers: [
    {
      provide: ClamdClient,
      useFactory: ({ clamdUrl }: Config) => (clamdUrl === null ? null : new ClamdClient({ url: clamdUrl })),
      inject: [CONFIG],
    },
    FileCheckService,
    FilesRepository,
    ObjectRemovalService,
    UploadsRepository,
    UploadsService,
  ],
  exports: [FileCheckService, FilesRepository, ObjectRemovalService, UploadsService],
})
export class FilesModule {}

import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports/exports.module';
import { FilesModule } from '../files/files.module';
import { StorageModule } from '../platform/storage/storage.module';
import { SubmissionsModule } from '../submissions/submissions.module';
import { ErasureJobService } from './erasure-job.service';
import { ErasureLog } from './erasure-log';
import { ErasureReapplyService } from './erasure-reapply.service';
import { ErasureSearchRepository } from './erasure-search.repository';
import { ErasureSearchService } from './erasure-search.service';
import { ErasureResolver } from './erasure.resolver';
import { ErasuresController } from './erasures.controller';
import { ErasuresRepository } from './erasures.repository';
import { ErasuresService } from './erasures.service';

/** Erases the stored data of a person, in all forms and again in restored backups. */
@Module({
  imports: [ExportsModule, FilesModule, StorageModule, SubmissionsModule],
  controllers: [ErasuresController],
  providers: [
    ErasureJobService,
    ErasureLog,
    ErasureReapplyService,
    ErasureResolver,
    ErasureSearchRepository,
    ErasureSearchService,
    ErasuresRepository,
    ErasuresService,
  ],
  exports: [ErasureReapplyService],
})
export class ErasuresModule {}

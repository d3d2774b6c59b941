import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module';
import { SubmissionsModule } from '../submissions/submissions.module';
import { FilesModule } from '../files/files.module';
import { StorageModule } from '../platform/storage/storage.module';
import { ExportsController } from './exports.controller';
import { ExportTablesService } from './export-tables.service';
import { ExportedFilesService } from './exported-files.service';
import { ExportsService } from './exports.service';
import { LeasesRepository } from './leases.repository';
import { LeasesService } from './leases.service';
import { AllExportLinksController } from './links/all-export-links.controller';
import { ExportLinkErasureService, ExportLinksService } from './links/export-links.service';
import { ExportLinkResolver } from './links/export-link.resolver';
import { ExportLinksController } from './links/export-links.controller';
import { ExportLinksRepository } from './links/export-links.repository';
import { LinkedExportController } from './links/linked-export.controller';

@Module({
  imports: [FilesModule, FormsModule, StorageModule, SubmissionsModule],
  controllers: [ExportsController, ExportLinksController, AllExportLinksController, LinkedExportController],
  providers: [
    ExportedFilesService,
    ExportLinkErasureService,
    ExportLinkResolver,
    ExportLinksRepository,
    ExportLinksService,
    ExportTablesService,
    ExportsService,
    LeasesRepository,
    LeasesService,
  ],
  exports: [ExportLinkErasureService, ExportsService, LeasesService],
})
export class ExportsModule {}

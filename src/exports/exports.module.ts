import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module';
import { SubmissionsModule } from '../submissions/submissions.module';
import { FilesModule } from '../files/files.module';
import { StorageModule } from '../platform/storage/storage.module';
import { ExportLeasesRepository } from './export-leases.repository';
import { ExportLeases } from './export-leases.service';
import { ExportedFiles } from './exported-files.service';
import { ExportsController } from './exports.controller';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';

/** Files with all submissions of a form. */
@Module({
  imports: [FilesModule, FormsModule, StorageModule, SubmissionsModule],
  controllers: [ExportsController],
  providers: [ExportedFiles, ExportLeases, ExportLeasesRepository, ExportsRepository, ExportsService],
})
export class ExportsModule {}

import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module';
import { SubmissionsModule } from '../submissions/submissions.module';
import { ExportLeasesRepository } from './export-leases.repository';
import { ExportLeases } from './export-leases.service';
import { ExportsController } from './exports.controller';
import { ExportsRepository } from './exports.repository';
import { ExportsService } from './exports.service';

/** Files with all submissions of a form. */
@Module({
  imports: [FormsModule, SubmissionsModule],
  controllers: [ExportsController],
  providers: [ExportLeases, ExportLeasesRepository, ExportsRepository, ExportsService],
})
export class ExportsModule {}

import { Module } from '@nestjs/common';
import { QuarantineController } from './quarantine.controller';
import { SubmissionsController } from './submissions.controller';
import { SubmissionsModule } from './submissions.module';

/** The operations on single submissions. What has an address below `submissions` in place of an id is imported before. */
@Module({ imports: [SubmissionsModule], controllers: [SubmissionsController, QuarantineController] })
export class SubmissionsApiModule {}

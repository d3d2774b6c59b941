import { Module } from '@nestjs/common';
import { SubmissionsModule } from '../submissions/submissions.module';
import { CompiledFormCache } from './compiled-form-cache';
import { IntakeFormsRepository } from './intake-forms.repository';
import { IntakeLimits } from './intake-limits';
import { IntakeService } from './intake.service';
import { PageTokens } from './page-tokens';
import { StyleSheetController } from './pages/style-sheet.controller';
import { RefusalPages } from './refusal-pages';
import { SubmissionAuthorizer } from './submission-authorizer';
import { SubmitController } from './submit.controller';
import { ThanksController } from './thanks.controller';

/** The public side of forms: the submit address and the page that thanks. */
@Module({
  imports: [SubmissionsModule],
  controllers: [SubmitController, StyleSheetController, ThanksController],
  providers: [
    CompiledFormCache,
    IntakeFormsRepository,
    IntakeLimits,
    IntakeService,
    PageTokens,
    RefusalPages,
    SubmissionAuthorizer,
  ],
})
export class IntakeModule {}

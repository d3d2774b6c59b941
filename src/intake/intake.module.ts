import { RateLimitModule } from '../api/rate-limit/rate-limit.module';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ConfirmationsModule } from '../confirmations/confirmations.module';
import { ExportsModule } from '../exports/exports.module';
import { FilesModule } from '../files/files.module';
import { FormsModule } from '../forms/forms.module';
import { KeysModule } from '../keys/keys.module';
import { NoticesModule } from '../notices/notices.module';
import { SubmissionsModule } from '../submissions/submissions.module';
import { VisitorMailsModule } from '../visitor-mails/visitor-mails.module';
import { ConfirmationPagesController } from './confirmations/confirmation-pages.controller';
import { FormAvailability } from './form-availability';
import { CompiledFormCache } from './compiled-form-cache';
import { FormPages } from './pages/form-pages';
import { ScriptAnswers } from './pages/script-answers';
import { HostedPagesController } from './pages/hosted-pages.controller';
import { StopPageController } from './pages/stop-page.controller';
import { IntakeFormsRepository } from './intake-forms.repository';
import { ImportsController } from './imports/imports.controller';
import { ImportResolver } from './imports/undo/import.resolver';
import { UndoImportsController } from './imports/undo/undo-imports.controller';
import { UndoImportsService } from './imports/undo/undo-imports.service';
import { ImportsService } from './imports/imports.service';
import { ReceivedFiles } from './imports/received-files';
import { IntakeLimits } from './intake-limits';
import { IntakeService } from './intake.service';
import { MismatchesService } from './mismatches/mismatches.service';
import { VisitorDigests } from './counts/visitor-digests';
import { RefusalsController } from './refusals/refusals.controller';
import { RefusalsRepository } from './refusals/refusals.repository';
import { RefusalsService } from './refusals/refusals.service';
import { MismatchesRepository } from './mismatches/mismatches.repository';
import { MultipartReceiver } from './multipart/multipart-receiver';
import { UploadBudget } from './multipart/upload-budget';
import { UploadFolders } from './multipart/upload-folders';
import { AdaptiveProofOfWork, SpamChecks } from './spam/spam-checks';
import { BackTestController } from './spam/back-test.controller';
import { BackTestService } from './spam/back-test.service';
import { ChallengeController } from './spam/challenge.controller';
import { Challenges } from './spam/challenges';
import { JudgedSubmissionsRepository } from './spam/judged-submissions.repository';
import { Siteverify } from './spam/siteverify';
import { TextDigests } from './spam/text-digests';
import { PageTokens } from './page-tokens';
import { SCRIPT_PROVIDERS } from './pages/embed-script';
import { EmbedScriptController } from './pages/embed-script.controller';
import { FormSchemaController } from './schema/form-schema.controller';
import { UploadRoom } from './multipart/upload-room';
import { SubmissionAuthorizer } from './submission-authorizer';
import { SubmissionAcceptance } from './submission-acceptance';
import { SubmitController } from './submit.controller';
import { SubmittedFilesService } from './submitted-files.service';
import { VisitorMessages } from './visitor-messages';

@Module({
  imports: [
    AccountsModule,
    ExportsModule,
    FilesModule,
    FormsModule,
    KeysModule,
    NoticesModule,
    RateLimitModule,
    SubmissionsModule,
    VisitorMailsModule,
    ConfirmationsModule,
  ],
  controllers: [
    SubmitController,
    FormSchemaController,
    ChallengeController,
    EmbedScriptController,
    StopPageController, // before the pages of forms, whose routes would take "stop" for an id
    HostedPagesController,
    BackTestController,
    ConfirmationPagesController,
    ImportsController,
    RefusalsController,
    UndoImportsController,
  ],
  providers: [
    AdaptiveProofOfWork,
    BackTestService,
    Challenges,
    CompiledFormCache,
    FormAvailability,
    FormPages,
    ImportResolver,
    ImportsService,
    IntakeFormsRepository,
    IntakeLimits,
    IntakeService,
    JudgedSubmissionsRepository,
    MismatchesService,
    MismatchesRepository,
    MultipartReceiver,
    PageTokens,
    ReceivedFiles,
    RefusalsRepository,
    RefusalsService,
    ScriptAnswers,
    Siteverify,
    SpamChecks,
    SubmissionAuthorizer,
    SubmissionAcceptance,
    SubmittedFilesService,
    TextDigests,
    UploadBudget,
    UploadFolders,
    UndoImportsService,
    UploadRoom,
    VisitorDigests,
    VisitorMessages,
    ...SCRIPT_PROVIDERS,
  ],
  exports: [ImportsService, UndoImportsService, RefusalsService],
})
export class IntakeModule {}

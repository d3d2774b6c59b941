import { Module } from '@nestjs/common';
import { FilesModule } from '../submissions/files/files.module';
import { SubmissionsModule } from '../submissions/submissions.module';
import { CompiledFormCache } from './compiled-form-cache';
import { HostedPages } from './hosted-pages';
import { HostedPagesController } from './hosted-pages.controller';
import { IntakeFormsRepository } from './intake-forms.repository';
import { IntakeLimits } from './intake-limits';
import { IntakeService } from './intake.service';
import { MultipartReceiver } from './multipart/multipart-receiver';
import { UploadFolders } from './multipart/upload-folders';
import { PageTokens } from './page-tokens';
import { EMBED_SCRIPT, readEmbedScript } from './pages/embed-script';
import { EmbedScriptController } from './pages/embed-script.controller';
import { StyleSheetController } from './pages/style-sheet.controller';
import { RefusalPages } from './refusal-pages';
import { FormSchemaController } from './schema/form-schema.controller';
import { SubmissionAuthorizer } from './submission-authorizer';
import { SubmitController } from './submit.controller';
import { SubmittedFilesService } from './submitted-files.service';

/** The public side of forms: the submit address, the schema, the hosted pages and the script for other websites. */
@Module({
  imports: [FilesModule, SubmissionsModule],
  controllers: [
    SubmitController,
    FormSchemaController,
    EmbedScriptController,
    StyleSheetController,
    HostedPagesController,
  ],
  providers: [
    CompiledFormCache,
    HostedPages,
    IntakeFormsRepository,
    IntakeLimits,
    IntakeService,
    MultipartReceiver,
    PageTokens,
    RefusalPages,
    SubmissionAuthorizer,
    SubmittedFilesService,
    UploadFolders,
    { provide: EMBED_SCRIPT, useFactory: () => readEmbedScript() },
  ],
})
export class IntakeModule {}

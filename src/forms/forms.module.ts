import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { FieldsRepository } from '../fields/fields.repository';
import { KeysModule } from '../keys/keys.module';
import { DefaultWorkflowRepository } from './default-workflow.repository';
import { FormPrecondition } from './form.precondition';
import { FormWithFieldsResolver, FormResolver } from './form.resolver';
import { FormDeletionService } from './form-deletion.service';
import { FormsController } from './forms.controller';
import { FormsRepository } from './forms.repository';
import { FormsService } from './forms.service';
import { FormSettingsController } from './settings/form-settings.controller';
import { FormSettingsService } from './settings/form-settings.service';
import { RetiredSubmissionTokensRepository } from './retired-submission-tokens.repository';
import { SubmissionTokenController } from './submission-token.controller';
import { SubmissionTokenService } from './submission-token.service';

/** Forms. The module also provides the repository of their fields, since a form is created together with its fields. */
@Module({
  imports: [AccountsModule, KeysModule],
  controllers: [FormsController, FormSettingsController, SubmissionTokenController],
  providers: [
    FormWithFieldsResolver,
    DefaultWorkflowRepository,
    FieldsRepository,
    FormDeletionService,
    FormPrecondition,
    FormResolver,
    FormSettingsService,
    FormsRepository,
    FormsService,
    RetiredSubmissionTokensRepository,
    SubmissionTokenService,
  ],
  exports: [FieldsRepository, FormDeletionService, FormPrecondition, FormResolver, FormsService],
})
export class FormsModule {}

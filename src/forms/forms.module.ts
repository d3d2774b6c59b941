import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { KeysModule } from '../keys/keys.module';
import { FormPrecondition, FormResolver, FormWithFieldsResolver } from './form.resolver';
import { FormDeletionService } from './form-deletion.service';
import { FormsController } from './forms.controller';
import { FormsRepository } from './forms.repository';
import { FormsService } from './forms.service';
import { FormSettingsController } from './settings/form-settings.controller';
import { FormSettingsService } from './settings/form-settings.service';
import { RetiredSubmissionTokensRepository } from './retired-submission-tokens.repository';
import { LabelsController } from './labels.controller';
import { FormHooks } from './form-hooks';
import { SubmissionTokenController } from './submission-token.controller';
import { SubmissionTokenService } from './submission-token.service';

@Module({
  imports: [AccountsModule, KeysModule],
  controllers: [FormsController, LabelsController, FormSettingsController, SubmissionTokenController],
  providers: [
    FormWithFieldsResolver,
    FormDeletionService,
    FormPrecondition,
    FormResolver,
    FormSettingsService,
    FormsRepository,
    FormsService,
    RetiredSubmissionTokensRepository,
    FormHooks,
    SubmissionTokenService,
  ],
  exports: [FormDeletionService, FormPrecondition, FormResolver, FormsService, FormHooks],
})
export class FormsModule {}

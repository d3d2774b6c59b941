import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { KeysModule } from '../keys/keys.module';
import { DefaultWorkflow } from './default-workflow';
import { FormResolver, FormPrecondition } from './form.resolver';
import { FormDeletionService } from './form-deletion.service';
import { FormsController } from './forms.controller';
import { FormsRepository } from './forms.repository';
import { FormsService } from './forms.service';

@Module({
  imports: [AccountsModule, KeysModule],
  controllers: [FormsController],
  providers: [FormsRepository, FormsService, FormDeletionService, DefaultWorkflow, FormResolver, FormPrecondition],
  exports: [FormsService, FormDeletionService, FormResolver, FormPrecondition],
})
export class FormsModule {}

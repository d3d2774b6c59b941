import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { FirstWorkflow } from './first-workflow';
import { FormOnPath, GuardedForm } from './form-on-path';
import { FormRemoval } from './form-removal.service';
import { FormsController } from './forms.controller';
import { FormsRepository } from './forms.repository';
import { FormsService } from './forms.service';

@Module({
  imports: [AccountsModule],
  controllers: [FormsController],
  providers: [FormsRepository, FormsService, FormRemoval, FirstWorkflow, FormOnPath, GuardedForm],
  exports: [FormsService, FormRemoval, FormOnPath, GuardedForm],
})
export class FormsModule {}

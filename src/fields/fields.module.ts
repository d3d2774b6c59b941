import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module';
import { FieldsOfNewForm } from './fields-of-new-form';
import { FieldsRepository } from './fields.repository';
import { FieldResolver } from './field.resolver';
import { FieldsController } from './fields.controller';
import { FieldsService } from './fields.service';
import { PresetsController } from './presets.controller';

@Module({
  imports: [FormsModule],
  controllers: [FieldsController, PresetsController],
  providers: [FieldsOfNewForm, FieldsRepository, FieldsService, FieldResolver],
})
export class FieldsModule {}

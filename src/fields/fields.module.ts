import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module';
import { FieldsRepository } from './fields.repository';
import { FieldResolver } from './field.resolver';
import { FieldsController } from './fields.controller';
import { FieldsService } from './fields.service';
import { PresetsController } from './presets.controller';

@Module({
  imports: [FormsModule],
  controllers: [FieldsController, PresetsController],
  providers: [FieldsRepository, FieldsService, FieldResolver],
})
export class FieldsModule {}

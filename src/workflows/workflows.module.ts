import { Module } from '@nestjs/common';
import { FormsModule } from '../forms/forms.module';
import { WorkflowsController } from './workflows.controller';
import { WorkflowsRepository } from './workflows.repository';
import { WorkflowsService } from './workflows.service';

@Module({
  imports: [FormsModule],
  controllers: [WorkflowsController],
  providers: [WorkflowsRepository, WorkflowsService],
})
export class WorkflowsModule {}

import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { EgressModule } from '../platform/connections.module';
import { FormsModule } from '../forms/forms.module';
import { KeysModule } from '../keys/keys.module';
import {
  ChannelNodeResolver,
  SigningNodeResolver,
  WorkflowPrecondition,
  WorkflowResolver,
  WorkflowVersionResolver,
} from './workflow.resolver';
import { DestinationHealthRepository } from './destination-health.repository';
import { DefinitionCheckService } from './definition-check.service';
import { SigningSecretsController } from './signing-secrets.controller';
import { SigningSecretsRepository } from './signing-secrets.repository';
import { SigningSecretsService } from './signing-secrets.service';
import { WorkflowDraftsService } from './workflow-drafts.service';
import { WorkflowPublishingService } from './workflow-publishing.service';
import { WorkflowOfNewForm } from './workflow-of-new-form';
import { WorkflowFieldUses } from './workflow-field-uses';
import { WorkflowVersionsController } from './workflow-versions.controller';
import { WorkflowVersionsRepository } from './workflow-versions.repository';
import { WorkflowsController } from './workflows.controller';
import { WorkflowsRepository } from './workflows.repository';
import { WorkflowsService } from './workflows.service';

@Module({
  imports: [AccountsModule, EgressModule, FormsModule, KeysModule],
  controllers: [WorkflowsController, WorkflowVersionsController, SigningSecretsController],
  providers: [
    WorkflowsRepository,
    WorkflowVersionsRepository,
    DestinationHealthRepository,
    WorkflowsService,
    WorkflowDraftsService,
    WorkflowPublishingService,
    SigningSecretsRepository,
    SigningSecretsService,
    DefinitionCheckService,
    WorkflowFieldUses,
    WorkflowOfNewForm,
    WorkflowPrecondition,
    WorkflowResolver,
    WorkflowVersionResolver,
    ChannelNodeResolver,
    SigningNodeResolver,
  ],
  exports: [
    DestinationHealthRepository,
    WorkflowDraftsService,
    WorkflowPrecondition,
    DefinitionCheckService,
    SigningSecretsService,
    WorkflowPublishingService,
  ],
})
export class WorkflowsModule {}

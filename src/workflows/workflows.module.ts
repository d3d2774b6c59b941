import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { FormsModule } from '../forms/forms.module';
import { GuardedWorkflow } from './guarded-workflow';
import { PublishContexts } from './publish-contexts';
import { SigningNodeOnPath } from './signing-node-on-path';
import { SigningSecretsController } from './signing-secrets.controller';
import { SigningSecrets } from './signing-secrets.service';
import { WorkflowDrafts } from './workflow-drafts.service';
import { WorkflowPublishing } from './workflow-publishing.service';
import { WorkflowVersionOnPath } from './workflow-version-on-path';
import { WorkflowVersionsController } from './workflow-versions.controller';
import { WorkflowVersionsRepository } from './workflow-versions.repository';
import { WorkflowVersionsService } from './workflow-versions.service';
import { WorkflowsController } from './workflows.controller';
import { WorkflowsRepository } from './workflows.repository';
import { WorkflowsService } from './workflows.service';

@Module({
  imports: [AccountsModule, FormsModule],
  controllers: [WorkflowsController, WorkflowVersionsController, SigningSecretsController],
  providers: [
    WorkflowsRepository,
    WorkflowVersionsRepository,
    WorkflowsService,
    WorkflowDrafts,
    WorkflowPublishing,
    WorkflowVersionsService,
    SigningSecrets,
    PublishContexts,
    GuardedWorkflow,
    WorkflowVersionOnPath,
    SigningNodeOnPath,
  ],
  exports: [GuardedWorkflow, PublishContexts, SigningSecrets],
})
export class WorkflowsModule {}

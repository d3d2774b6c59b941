import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { FormsService } from '../forms/forms.service';
import { ExposedKeysService } from '../keys/exposed-keys.service';
import { Transactions } from '../platform/database/transactions';
import { Clock } from '../platform/time';
import { ApiError } from '../api/errors/api-error';
import { fingerprintOf } from '../platform/json/json.rules';
import { newId } from '../platform/ids.rules';
import { DestinationHealthRepository } from './destination-health.repository';
import { type CheckedForm, DefinitionCheckService } from './definition-check.service';
import type { WorkflowEntity, WorkflowVersionEntity } from './workflow.entity';
import { WorkflowVersionsRepository } from './workflow-versions.repository';
import { deliveryChannelTypes, headerTemplates } from './workflow.rules';
import { WorkflowsRepository } from './workflows.repository';

export interface Publication {
  workflow: WorkflowEntity;
  version: WorkflowVersionEntity;
}

@Injectable()
export class WorkflowPublishingService {
  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly versions: WorkflowVersionsRepository,
    private readonly health: DestinationHealthRepository,
    private readonly forms: FormsService,
    private readonly check: DefinitionCheckService,
    private readonly exposedKeys: ExposedKeysService,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async publish(caller: Caller, form: CheckedForm, workflow: WorkflowEntity): Promise<Publication> {
    const items = await this.check.errorsOf(caller, form, workflow);
    if (items.length > 0) throw new ApiError('workflow_validation_failed', { details: { items } });
    const version = nextVersion(workflow, this.clock.now());
    await this.versions.insert(version);
    const published = { ...workflow, publishedVersion: version.version };
    await this.workflows.markPublished(published);
    await this.health.reset(workflow.id);
    await this.forms.setDeliveryChannelTypes(form.id, deliveryChannelTypes(version.definition));
    await this.transactions.afterCommit(() => this.exposedKeys.lookInHeaders(headerTemplates(version.definition), form.id));
    return { workflow: published, version };
  }
}

const nextVersion = (workflow: WorkflowEntity, now: Date): WorkflowVersionEntity => ({
  id: newId(),
  workflowId: workflow.id,
  version: workflow.publishedVersion + 1,
  definition: workflow.draftDefinition,
  escapesJson: true,
  fingerprint: fingerprintOf([workflow.draftDefinition]),
  nodeCount: workflow.draftDefinition.nodes.length,
  minCost: workflow.draftMinCost,
  maxCost: workflow.draftMaxCost,
  restoredFromVersionId: workflow.draftRestoredFromVersionId,
  publishedAt: now,
});

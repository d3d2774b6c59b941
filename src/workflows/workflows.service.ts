import { Injectable } from '@nestjs/common';
import { notFound } from '../api/errors/api-error';
import { fingerprintOf } from '../platform/json/canonical-json';
import type { Channel } from './definition/channels.rules';
import { channelsOf } from './definition/channels.rules';
import { DestinationHealthRepository } from './destination-health.repository';
import type { WorkflowVersionEntity } from './workflow-version.entity';
import type { WorkflowEntity } from './workflow.entity';
import { WorkflowsRepository } from './workflows.repository';

export interface WorkflowState {
  workflow: WorkflowEntity;
  /** True when the draft differs from the published version. */
  isDirty: boolean;
  published: { version: WorkflowVersionEntity; channels: Channel[] } | null;
}

/** Reads the workflow of a form: its draft and its published version. */
@Injectable()
export class WorkflowsService {
  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly health: DestinationHealthRepository,
  ) {}

  async read(formId: string): Promise<WorkflowState> {
    const workflow = await this.workflows.find(formId);
    if (!workflow) throw notFound(); // the form was deleted meanwhile
    return this.stateOf(workflow);
  }

  async stateOf(workflow: WorkflowEntity): Promise<WorkflowState> {
    const version = await this.workflows.published(workflow);
    const isDirty = !version?.fingerprint.equals(fingerprintOf([workflow.draftDefinition]));
    if (!version) return { workflow, isDirty, published: null };
    const autoDisabled = new Set(await this.health.disabledNodeIds(workflow.id));
    return { workflow, isDirty, published: { version, channels: channelsOf(version.definition, autoDisabled) } };
  }
}

import { Injectable } from '@nestjs/common';
import { fingerprintOf } from '../platform/json/canonical-json';
import type { Channel } from './definition/channels.rules';
import { channelsOf } from './definition/channels.rules';
import type { WorkflowVersionEntity } from './workflow-version.entity';
import type { WorkflowEntity } from './workflow.entity';
import type { StoredWorkflow } from './workflows.repository';
import { WorkflowsRepository } from './workflows.repository';

export interface WorkflowState {
  workflow: WorkflowEntity;
  /** True when the draft differs from the published version. */
  isDirty: boolean;
  published: { version: WorkflowVersionEntity; channels: Channel[] } | null;
}

@Injectable()
export class WorkflowsService {
  constructor(private readonly workflows: WorkflowsRepository) {}

  /** True when the draft of an edited workflow differs from the published version. */
  async isDirty(workflow: WorkflowEntity): Promise<boolean> {
    return differs(workflow, await this.workflows.published(workflow));
  }
}

/** The workflow of a form as it is shown: its draft and its published version. */
export function workflowStateOf({ workflow, version, disabledNodeIds }: StoredWorkflow): WorkflowState {
  const published = version && { version, channels: channelsOf(version.definition, new Set(disabledNodeIds)) };
  return { workflow, isDirty: differs(workflow, version), published };
}

const differs = ({ draftDefinition }: WorkflowEntity, version: WorkflowVersionEntity | null): boolean =>
  !version?.fingerprint.equals(fingerprintOf([draftDefinition]));

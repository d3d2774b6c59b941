import { Injectable } from '@nestjs/common';
import { fingerprintOf } from '../platform/json/json.rules';
import { type Channel, channelsOf } from './definition/channels.rules';
import { olderTemplateWarnings } from './definition/json-templates';
import type { WorkflowEntity, WorkflowVersionEntity } from './workflow.entity';
import { type StoredWorkflow, WorkflowsRepository } from './workflows.repository';

export interface WorkflowState {
  workflow: WorkflowEntity;
  isDirty: boolean;
  published: { version: WorkflowVersionEntity; channels: Channel[] } | null;
}

@Injectable()
export class WorkflowsService {
  constructor(private readonly workflows: WorkflowsRepository) {}

  /** Warnings for the owner about the published version. */
  async warningsOf({ workflow, version }: StoredWorkflow): Promise<string[]> {
    return version && !version.escapesJson ? olderTemplateWarnings(version, await this.workflows.fields(workflow.formId)) : [];
  }

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

import { Injectable } from '@nestjs/common';
import { olderTemplateWarnings } from './definition/json-templates';
import type { WorkflowEntity } from './workflow.entity';
import { isDirty } from './workflow.rules';
import { type StoredWorkflow, WorkflowsRepository } from './workflows.repository';

@Injectable()
export class WorkflowsService {
  constructor(private readonly workflows: WorkflowsRepository) {}

  /** Warnings for the owner about the published version. */
  async warningsOf({ workflow, version }: StoredWorkflow): Promise<string[]> {
    return version && !version.escapesJson ? olderTemplateWarnings(version, await this.workflows.fields(workflow.formId)) : [];
  }

  async isDirty(workflow: WorkflowEntity): Promise<boolean> {
    return isDirty(workflow, await this.workflows.published(workflow));
  }
}

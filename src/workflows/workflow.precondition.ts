import { Injectable } from '@nestjs/common';
import { Precondition } from '../api/preconditions/precondition';
import type { WorkflowEntity } from './workflow.entity';
import { workflowEtag } from './workflow.rules';
import { WorkflowsRepository } from './workflows.repository';

/** Edits, publishing and tests of a workflow require its current ETag. */
@Injectable()
export class WorkflowPrecondition extends Precondition<WorkflowEntity> {
  constructor(private readonly workflows: WorkflowsRepository) {
    super();
  }

  lock(formId: string): Promise<WorkflowEntity | null> {
    return this.workflows.lockOf(formId);
  }

  etagOf(workflow: WorkflowEntity): string {
    return workflowEtag(workflow);
  }
}

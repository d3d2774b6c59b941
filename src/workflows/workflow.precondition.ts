import { Injectable } from '@nestjs/common';
import { Precondition } from '../api/resource/resource-resolver';
import type { WorkflowEntity } from './workflow.entity';
import { workflowEtag } from './workflow.rules';
import { WorkflowsRepository } from './workflows.repository';

/** Edits, publishing and tests of a form's workflow: each needs the ETag of the workflow as it is. */
@Injectable()
export class WorkflowPrecondition extends Precondition<{ id: string }, WorkflowEntity> {
  constructor(private readonly workflows: WorkflowsRepository) {
    super();
  }

  lock({ id: formId }: { id: string }): Promise<WorkflowEntity | null> {
    return this.workflows.lockOf(formId);
  }

  etagOf(workflow: WorkflowEntity): string {
    return workflowEtag(workflow);
  }

  /** Both numbers only ever rise, so their sum counts what has been done to the workflow. */
  revisionOf({ draftRevision, publishedVersion }: WorkflowEntity): number {
    return draftRevision + publishedVersion;
  }
}

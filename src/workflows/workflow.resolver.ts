import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, Precondition, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import { type StoredWorkflow, WorkflowsRepository } from './workflows.repository';
import { WorkflowsService } from './workflows.service';
import type { WorkflowEntity } from './workflow.entity';
import { workflowEtag } from './workflow.rules';

/** The workflow of `/v1/forms/{form}/workflow` with its published version, for the operation that shows both. */
@Injectable()
export class WorkflowResolver extends ResourceResolver<StoredWorkflow> {
  constructor(private readonly workflows: WorkflowsService) {
    super();
  }

  async find(caller: Caller, { form = '' }: PathParameters): Promise<StoredWorkflow | null> {
    return isId(form) ? this.workflows.get(caller, form) : null;
  }

  idsOf({ workflow }: StoredWorkflow): ResourceIds {
    return { formId: workflow.formId, resourceId: null };
  }
}

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

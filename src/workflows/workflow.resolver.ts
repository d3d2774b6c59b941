import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import type { PathParameters, ResourceIds } from '../api/resource/resource-resolver';
import { ResourceResolver } from '../api/resource/resource-resolver';
import { isId } from '../platform/id.rules';
import type { StoredWorkflow } from './workflows.repository';
import { WorkflowsRepository } from './workflows.repository';

/** The workflow of `/v1/forms/{form}/workflow` with its published version, for the operation that shows both. */
@Injectable()
export class WorkflowResolver extends ResourceResolver<StoredWorkflow> {
  constructor(private readonly workflows: WorkflowsRepository) {
    super();
  }

  async find(caller: Caller, { form = '' }: PathParameters): Promise<StoredWorkflow | null> {
    return isId(form) ? this.workflows.visible(caller, form) : null;
  }

  idsOf({ workflow }: StoredWorkflow): ResourceIds {
    return { formId: workflow.formId, resourceId: null };
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../../../api/operation/resource-resolver';
import { isId } from '../../../platform/ids.rules';
import { type RunDetails, RunDetailsRepository } from '../store/run-details.repository';
import type { WorkflowRunEntity } from '../store/workflow-run.entity';
import { RunsRepository } from '../store/runs.repository';

/** Resolves `/v1/forms/{form}/workflow-runs/{run}` for forms that the caller may see. */
@Injectable()
export class RunResolver extends ResourceResolver<WorkflowRunEntity> {
  constructor(private readonly runs: RunsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', run = '' }: PathParameters): Promise<WorkflowRunEntity | null> {
    return isId(form) && isId(run) ? this.runs.visible(caller, form, run) : null;
  }

  idsOf({ formId, id }: WorkflowRunEntity): ResourceIds {
    return { formId, resourceId: id };
  }
}

@Injectable()
export class RunDetailsResolver extends ResourceResolver<RunDetails> {
  constructor(private readonly runs: RunDetailsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', run = '' }: PathParameters): Promise<RunDetails | null> {
    return isId(form) && isId(run) ? this.runs.visible(caller, form, run) : null;
  }

  idsOf({ run }: RunDetails): ResourceIds {
    return { formId: run.formId, resourceId: run.id };
  }
}

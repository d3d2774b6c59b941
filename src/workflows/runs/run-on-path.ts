import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/auth/caller';
import { PathResource } from '../../platform/http/path-resource';
import type { PathParameters } from '../../platform/http/path-resource';
import { isId } from '../../platform/id.rules';
import type { WorkflowRunEntity } from '../workflow-run.entity';
import { RunsRepository } from './runs.repository';

/** The run of `/v1/forms/{form}/workflow-runs/{run}`, found only together with a form that the caller may see. */
@Injectable()
export class RunOnPath extends PathResource<WorkflowRunEntity> {
  constructor(private readonly runs: RunsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', run = '' }: PathParameters): Promise<WorkflowRunEntity | null> {
    return isId(form) && isId(run) ? this.runs.visible(caller, form, run) : null;
  }
}

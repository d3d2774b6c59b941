import { Injectable } from '@nestjs/common';
import { FormResolver } from '../forms/form.resolver';
import type { Caller } from '../api/auth/caller';
import type { PathParameters } from '../api/resource/resource-resolver';
import { ResourceResolver } from '../api/resource/resource-resolver';
import type { WorkflowVersionEntity } from './workflow-version.entity';
import { WorkflowVersionsRepository } from './workflow-versions.repository';
import { MAX_VERSION } from './workflow.rules';

/** The version of `/v1/forms/{form}/workflow/versions/{version}`, of a form that the caller may see. */
@Injectable()
export class WorkflowVersionResolver extends ResourceResolver<WorkflowVersionEntity> {
  constructor(
    private readonly forms: FormResolver,
    private readonly versions: WorkflowVersionsRepository,
  ) {
    super();
  }

  async find(caller: Caller, path: PathParameters): Promise<WorkflowVersionEntity | null> {
    const version = versionNumberIn(path.version);
    const form = version && (await this.forms.find(caller, path));
    return form ? this.versions.find(form.id, version) : null;
  }
}

function versionNumberIn(text = ''): number | null {
  const version = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity;
  return version <= MAX_VERSION ? version : null;
}

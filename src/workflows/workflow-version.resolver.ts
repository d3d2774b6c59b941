import { Injectable } from '@nestjs/common';
import { FormResolver } from '../forms/form.resolver';
import type { Caller } from '../api/auth/caller';
import type { PathParameters, ResourceIds } from '../api/resource/resource-resolver';
import { ResourceResolver } from '../api/resource/resource-resolver';
import type { WorkflowVersionEntity } from './workflow-version.entity';
import { WorkflowVersionsRepository } from './workflow-versions.repository';
import { MAX_VERSION } from './workflow.rules';

export interface VersionOfForm {
  formId: string;
  version: WorkflowVersionEntity;
}

/** The version of `/v1/forms/{form}/workflow/versions/{version}`, of a form that the caller may see. */
@Injectable()
export class WorkflowVersionResolver extends ResourceResolver<VersionOfForm> {
  constructor(
    private readonly forms: FormResolver,
    private readonly versions: WorkflowVersionsRepository,
  ) {
    super();
  }

  async find(caller: Caller, path: PathParameters): Promise<VersionOfForm | null> {
    const number = versionNumberIn(path.version);
    const form = number && (await this.forms.find(caller, path));
    const version = form && (await this.versions.find(form.id, number));
    return version ? { formId: form.id, version } : null;
  }

  idsOf({ formId, version }: VersionOfForm): ResourceIds {
    return { formId, resourceId: version.id };
  }
}

function versionNumberIn(text = ''): number | null {
  const version = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity;
  return version <= MAX_VERSION ? version : null;
}

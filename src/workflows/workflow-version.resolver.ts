import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import type { WorkflowVersionEntity } from './workflow.entity';
import { WorkflowVersionsService } from './workflow-versions.service';
import { MAX_VERSION } from './workflow.rules';

export interface VersionOfForm {
  formId: string;
  version: WorkflowVersionEntity;
}

/** Resolves `/v1/forms/{form}/workflow/versions/{version}` for forms that the caller may see. */
@Injectable()
export class WorkflowVersionResolver extends ResourceResolver<VersionOfForm> {
  constructor(private readonly versions: WorkflowVersionsService) {
    super();
  }

  async find(caller: Caller, { form = '', version: text }: PathParameters): Promise<VersionOfForm | null> {
    const number = versionNumberIn(text);
    const version = number && isId(form) && (await this.versions.get(caller, form, number));
    return version ? { formId: form, version } : null;
  }

  idsOf({ formId, version }: VersionOfForm): ResourceIds {
    return { formId, resourceId: version.id };
  }
}

function versionNumberIn(text = ''): number | null {
  const version = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity;
  return version <= MAX_VERSION ? version : null;
}

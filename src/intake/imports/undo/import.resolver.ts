import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../../../api/operation/resource-resolver';
import { FormResolver } from '../../../forms/form.resolver';
import { isId } from '../../../platform/ids.rules';
import type { StoredImport } from '../../../submissions/imports/import.types';
import { SubmissionImportsService } from '../../../submissions/imports/submission-imports.service';

/** Resolves `/v1/forms/{form}/imports/{stored_import}` for a form that the caller may see. */
@Injectable()
export class ImportResolver extends ResourceResolver<StoredImport> {
  constructor(
    private readonly forms: FormResolver,
    private readonly imports: SubmissionImportsService,
  ) {
    super();
  }

  async find(caller: Caller, { form = '', stored_import: id = '' }: PathParameters): Promise<StoredImport | null> {
    const found = isId(id) ? await this.forms.find(caller, { form }) : null;
    return found && this.imports.find(found.id, id);
  }

  idsOf({ formId, id }: StoredImport): ResourceIds {
    return { formId, resourceId: id };
  }
}

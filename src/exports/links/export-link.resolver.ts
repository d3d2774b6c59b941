import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../../api/operation/resource-resolver';
import { isId } from '../../platform/ids.rules';
import type { ExportLink } from './export-link.entity';
import { ExportLinksRepository } from './export-links.repository';

/** Resolves `/v1/forms/{form}/export-links/{link}` for a form that the caller may see. */
@Injectable()
export class ExportLinkResolver extends ResourceResolver<ExportLink> {
  constructor(private readonly links: ExportLinksRepository) {
    super();
  }

  async find(caller: Caller, { form = '', link = '' }: PathParameters): Promise<ExportLink | null> {
    return isId(form) && isId(link) ? this.links.visible(caller, form, link) : null;
  }

  idsOf({ formId, id }: ExportLink): ResourceIds {
    return { formId, resourceId: id };
  }
}

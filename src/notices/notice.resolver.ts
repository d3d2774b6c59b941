import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import { type ListedNotice, NoticesRepository } from './notices.repository';

/** Finds the notice of `/v1/notices/{notice}` if the caller may see it. */
@Injectable()
export class NoticeResolver extends ResourceResolver<ListedNotice> {
  constructor(private readonly notices: NoticesRepository) {
    super();
  }

  async find(caller: Caller, { notice = '' }: PathParameters): Promise<ListedNotice | null> {
    return isId(notice) ? this.notices.visible(caller, notice) : null;
  }

  idsOf({ formId, id }: ListedNotice): ResourceIds {
    return { formId, resourceId: id };
  }
}

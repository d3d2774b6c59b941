import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller';
import { PathResource } from '../platform/http/path-resource';
import type { PathParameters } from '../platform/http/path-resource';
import { isId } from '../platform/id.rules';
import type { SubmissionEntity } from './submission.entity';
import { SubmissionsRepository } from './submissions.repository';

/** The submission of `/v1/forms/{form}/submissions/{id}`, found only together with a form that the caller may see. */
@Injectable()
export class SubmissionOnPath extends PathResource<SubmissionEntity> {
  constructor(private readonly submissions: SubmissionsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', id = '' }: PathParameters): Promise<SubmissionEntity | null> {
    return isId(form) && isId(id) ? this.submissions.visible(caller, form, id) : null;
  }
}

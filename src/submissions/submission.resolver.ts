import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import type { SubmissionEntity } from './submission.entity';
import { type SubmissionWithRun, SubmissionsRepository } from './submissions.repository';

/** Resolves `/v1/forms/{form}/submissions/{id}` and the paths below, where the parameter is `{submission}`. */
@Injectable()
export class SubmissionResolver extends ResourceResolver<SubmissionEntity> {
  constructor(private readonly submissions: SubmissionsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', id = '', submission = id }: PathParameters): Promise<SubmissionEntity | null> {
    return isId(form) && isId(submission) ? this.submissions.visible(caller, form, submission) : null;
  }

  idsOf({ formId, id }: SubmissionEntity): ResourceIds {
    return { formId, resourceId: id };
  }
}

/** Resolves the same path also to a submission that is in the trash. */
@Injectable()
export class SubmissionOrTrashedResolver extends SubmissionResolver {
  constructor(private readonly all: SubmissionsRepository) {
    super(all);
  }

  override async find(caller: Caller, { form = '', id = '' }: PathParameters): Promise<SubmissionEntity | null> {
    return isId(form) && isId(id) ? this.all.visibleOrTrashed(caller, form, id) : null;
  }
}

/** Resolves the same submission together with its newest run, for the operation that shows its deliveries. */
@Injectable()
export class SubmissionWithRunResolver extends ResourceResolver<SubmissionWithRun> {
  constructor(private readonly submissions: SubmissionsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', id = '' }: PathParameters): Promise<SubmissionWithRun | null> {
    return isId(form) && isId(id) ? this.submissions.visibleWithRun(caller, form, id) : null;
  }

  idsOf({ submission: { formId, id } }: SubmissionWithRun): ResourceIds {
    return { formId, resourceId: id };
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../../api/operation/resource-resolver';
import { isId } from '../../platform/ids.rules';
import type { SubmissionJobEntity } from './submission-job.entity';
import { SubmissionJobsRepository } from './submission-jobs.repository';

/** Finds the job of `/v1/submission-jobs/{job}` if the caller may see it. */
@Injectable()
export class SubmissionJobResolver extends ResourceResolver<SubmissionJobEntity> {
  constructor(private readonly jobs: SubmissionJobsRepository) {
    super();
  }

  async find(caller: Caller, { job = '' }: PathParameters): Promise<SubmissionJobEntity | null> {
    return isId(job) ? this.jobs.visible(caller, job) : null;
  }

  idsOf({ id }: SubmissionJobEntity): ResourceIds {
    return { formId: null, resourceId: id };
  }
}

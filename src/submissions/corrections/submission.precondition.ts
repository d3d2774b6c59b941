import { Injectable } from '@nestjs/common';
import { Precondition, type ResourceIds } from '../../api/operation/resource-resolver';
import type { SubmissionEntity } from '../submission.entity';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import { SubmissionsRepository } from '../submissions.repository';

/** Counts corrections only: marks, releases and deliveries do not make a correction that somebody has begun outdated. */
export const submissionEtag = ({ id, editCount }: Pick<SubmissionEntity, 'id' | 'editCount'>): string => `"s-${id}-${editCount}"`;

@Injectable()
export class SubmissionPrecondition extends Precondition<SubmissionEntity> {
  constructor(
    private readonly writes: SubmissionWritesRepository,
    private readonly submissions: SubmissionsRepository,
  ) {
    super();
  }

  /** Locks the form against edits and deletion, its counters, and then the submission, as every write does. */
  async lock(formId: string, ids?: ResourceIds): Promise<SubmissionEntity | null> {
    await this.writes.lockForm(formId);
    const [submission = null] = await this.submissions.lock(formId, [ids!.resourceId!]);
    return submission?.state === 'trashed' ? null : submission;
  }

  etagOf(submission: SubmissionEntity): string {
    return submissionEtag(submission);
  }
}

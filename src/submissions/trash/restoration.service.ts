import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { NotificationQueue } from '../../notifications/notification-queue';
import { Transactions } from '../../platform/database/transactions';
import { ReadmissionService } from '../readmission.service';
import type { SubmissionEntity } from '../submission.entity';
import type { SubmissionWithRun } from '../submissions.repository';
import { SubmissionsService } from '../submissions.service';
import { TrashRepository } from './trash.repository';

export interface RestoredSubmission {
  found: SubmissionWithRun;
  /** The runs that the move to the trash cancelled, which stay so until they are retried. */
  cancelledRunIds: string[];
}

/** Takes submissions out of the trash. */
@Injectable()
export class RestorationService {
  constructor(
    private readonly readmissions: ReadmissionService,
    private readonly submissions: SubmissionsService,
    private readonly trash: TrashRepository,
    private readonly notifications: NotificationQueue,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Restores a submission as it was; one that is not in the trash stays as it is. Throws as `ReadmissionService`, and 409 when its id at its
   * source is taken. A mail that was not sent goes to the receivers of now.
   */
  async restore(caller: Caller, submission: SubmissionEntity): Promise<RestoredSubmission> {
    const restored = await this.readmissions.readmit(caller, submission, (terms) => this.trash.restore(submission, terms));
    if (restored.isNotified) await this.transactions.afterCommit(() => void this.notifications.wake());
    return { found: await this.submissions.withRun(caller, submission), cancelledRunIds: restored.cancelledRunIds ?? [] };
  }
}

import { Injectable } from '@nestjs/common';
import { NotificationQueue } from '../notifications/notification-queue';
import { RunQueue } from '../workflows/runs/admission/run-queue';
import { ConfirmationLinks, isLinkFor } from './confirmation-links';
import { type ConfirmableSubmission, type ConfirmedSubmission, ConfirmationsRepository } from './confirmations.repository';

/** A submission with the address that a link confirms. */
export interface LinkedSubmission {
  submission: ConfirmableSubmission;
  field: string;
  address: string;
}

export type ConfirmationOutcome = ConfirmedSubmission['outcome'];

/** Opens the links of mails, and confirms addresses by them. */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly links: ConfirmationLinks,
    private readonly confirmations: ConfirmationsRepository,
    private readonly runs: RunQueue,
    private readonly notifications: NotificationQueue,
  ) {}

  /** Null for a link that is not genuine, and for one whose submission is deleted or has another address by now. Changes nothing. */
  async find(formId: string, token: string): Promise<LinkedSubmission | null> {
    const link = this.links.open(formId, token);
    const submission = link && (await this.confirmations.find(formId, link.submissionId));
    const address = submission?.fields[link!.field];
    return submission && isLinkFor(link, address) ? { submission, field: link.field, address } : null;
  }

  /** Confirms the address. What was held for that alone is released: its owner is notified, and the workflow runs. */
  async confirm(
    { submission, ...confirmed }: LinkedSubmission,
    form: { revision: number; uniqueValue?: string },
  ): Promise<ConfirmationOutcome> {
    const { outcome, pendingRunIds, isNotified } = await this.confirmations.confirm(submission, confirmed, form);
    void this.runs.wakeFor(pendingRunIds?.length ?? 0);
    if (isNotified) void this.notifications.wake();
    return outcome;
  }
}

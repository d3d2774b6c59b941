import { Injectable, Logger } from '@nestjs/common';
import { settingsOf } from '../forms/settings/form-settings.rules';
import { PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { mailAddressOf } from '../platform/mail/mail-address.rules';
import { mailAttemptOf } from '../platform/mail/mail-failure.rules';
import { Mailer } from '../platform/mail/mailer';
import { MAX_ATTEMPTS, nextAttemptDelayMs, type Outcome } from '../platform/outbound/delivery-outcome.rules';
import { VisitorMailPermits } from '../visitor-mails/visitor-mail-permits';
import { VisitorMailsService } from '../visitor-mails/visitor-mails.service';
import { ConfirmationLinks } from './confirmation-links';
import type { ConfirmationMail, Unsent } from './confirmation-mail.types';
import { confirmationMailContent } from './confirmation-mail-content';
import { unsentDetail } from './confirmation-texts.rules';
import { ConfirmationMailsRepository } from './confirmation-mails.repository';

/**
 * Sends the mails that ask visitors to confirm their address. A worker that dies between sending a mail and noting it leaves it to another
 * one, which sends it once more, with the same `Message-ID` and the same link; what then is still not noted is never sent again.
 */
@Injectable()
export class ConfirmationMailSender {
  private readonly log = new Logger('Mails');

  constructor(
    private readonly mails: ConfirmationMailsRepository,
    private readonly visitors: VisitorMailsService,
    private readonly links: ConfirmationLinks,
    private readonly mailer: Mailer,
    private readonly permits: VisitorMailPermits,
  ) {}

  /** Takes a permit of the mail server only when a mail is due, so that idle workers use up none. */
  @PeriodicTask({ name: 'mails that ask for a confirmation', processes: 'worker', everySeconds: 1 })
  async sendDue(): Promise<boolean> {
    if (!(await this.mails.hasDue())) return false;
    const permit = await this.permits.tryAcquire();
    if (!permit.isAcquired) return false;
    let wasConnected = true;
    try {
      const mail = await this.mails.claimDue();
      if (mail) wasConnected = await this.process(mail);
      return mail !== null;
    } catch (error) {
      if (!(error instanceof MailTakenOver)) throw error;
      return true;
    } finally {
      permit.release(wasConnected, performance.now());
    }
  }

  /** Resolves with false when the mail server could not be reached. */
  private async process(mail: ConfirmationMail): Promise<boolean> {
    const obstacle = this.obstacleOf(mail);
    if (obstacle === 'confirmed') await this.mails.noteSent(mail);
    else if (obstacle === 'held') await this.mails.wait(mail);
    else if (obstacle) await this.giveUp(mail, obstacle);
    else return this.trySending(mail);
    return true;
  }

  /** Returns the reason for not sending the mail now, or ever; null when there is none. */
  private obstacleOf(mail: ConfirmationMail): 'confirmed' | 'held' | Unsent | null {
    if (mail.isConfirmed) return 'confirmed';
    if (mail.state === 'trashed' || (mail.state === 'quarantined' && !mail.isUnconfirmed)) return 'held';
    if (addressOf(mail) === null) return { status: 'skipped', errorCode: 'confirmation_off' };
    return mail.begun >= MAX_BEGUN || mail.attempts > MAX_ATTEMPTS ? { status: 'failed', errorCode: 'no_response' } : null;
  }

  private async trySending(mail: ConfirmationMail): Promise<boolean> {
    const { formId, submissionId, accountId } = mail;
    const { field, address } = addressOf(mail)!;
    const claim = await this.visitors.claim({ id: submissionId, accountId, formId, address });
    if (claim !== 'granted') {
      await this.giveUp(mail, { status: 'skipped', errorCode: claim });
      return true;
    }
    const { outcome, wasConnected } = mailAttemptOf(
      await this.mailer.send({
        ...confirmationMailContent(mail, this.links.urlOf(formId, submissionId, field, address)),
        to: [address],
        messageId: `${submissionId}.confirm`,
        headers: await this.visitors.headersFor(accountId, address),
        beforeContent: () => this.begin(mail),
      }),
    );
    await this.note(mail, outcome);
    return wasConnected;
  }

  private async begin(mail: ConfirmationMail): Promise<void> {
    if (!(await this.mails.beginSending(mail))) throw new MailTakenOver();
  }

  /** Repeats what the server has refused for now, and once what it has perhaps taken: a second mail does less harm than none. */
  private async note(mail: ConfirmationMail, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'delivered') return this.mails.noteSent(mail);
    const { kind, errorCode } = outcome;
    this.log.warn({ form_id: mail.formId, submission_id: mail.submissionId, error_code: errorCode }, 'A confirmation was not asked for.');
    const delayMs = kind === 'failed' ? null : nextAttemptDelayMs(mail.attempts, Math.random, null);
    const isLast = delayMs === null || (kind === 'uncertain' && mail.begun + 1 >= MAX_BEGUN);
    if (isLast) await this.giveUp(mail, { status: 'failed', errorCode });
    else await this.mails.sendLater(mail, delayMs, errorCode, kind !== 'uncertain');
  }

  private giveUp(mail: ConfirmationMail, unsent: Unsent): Promise<void> {
    return this.mails.giveUp(mail, unsent, { check: 'confirmation_unsent', detail: unsentDetail(unsent.errorCode) });
  }
}

/** Null when the form asks for no confirmation any more. */
function addressOf({ settings, fields }: ConfirmationMail): { field: string; address: string } | null {
  const { address_field: field, confirm } = settingsOf(settings).respondent;
  const address = field === null || confirm === 'off' ? null : fields[field];
  return typeof address === 'string' && mailAddressOf(address) !== null ? { field: field!, address } : null;
}

/** The content of a mail is sent twice at most, unless the server has refused it. */
const MAX_BEGUN = 2;

/** The submission was confirmed, held or deleted meanwhile, or another worker has the mail because this process was suspended. */
class MailTakenOver extends Error {}

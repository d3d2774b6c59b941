import { Inject, Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../api/operation/audit-events.repository';
import type { Caller } from '../../api/auth/caller';
import { ApiError, notFound, validationFailed } from '../../api/errors/api-error';
import { BucketStore, rateLimitExceeded } from '../../api/rate-limit/bucket-store';
import { type Config, CONFIG } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { newId } from '../../platform/ids.rules';
import type { MailResult } from '../../platform/mail/mail.types';
import { Mailer } from '../../platform/mail/mailer';
import type { AccountEntity } from '../account.entity';
import { AccountsRepository } from '../accounts.repository';
import { type AddressChange, AddressLinks } from './address-link';

/** Changes the address of an account: whoever reads its mails has to confirm it, since it gets the submissions of forms. */
@Injectable()
export class AccountAddressService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly links: AddressLinks,
    private readonly mailer: Mailer,
    private readonly buckets: BucketStore,
    private readonly transactions: Transactions,
    private readonly auditEvents: AuditEventsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  ) {}

  async get(accountId: string): Promise<AccountEntity> {
    const account = await this.accounts.find(accountId);
    if (!account) throw notFound();
    return account;
  }

  canSendMails(): boolean {
    return Boolean(this.config.smtpUrl && this.config.mailFrom);
  }

  /** Sends the link to the new address. Throws 409 without a mail server, 422 for an address that it refuses, 429 and 503. */
  async ask({ accountId, keyId, actor, formAccessMode }: Caller, email: string): Promise<{ email: string; expiresAt: Date }> {
    requireAllForms(formAccessMode);
    if (!this.canSendMails()) throw new ApiError('mail_not_configured');
    const { name, notifyEmail: before } = await this.get(accountId);
    const taken = await this.buckets.take([{ name: 'account_email', key: accountId, shard: accountId, perMinute: 5 }]);
    if (!taken.allowed) throw rateLimitExceeded(taken);
    const { url, expiresAt } = this.links.of({ accountId, email, before, keyId, actor });
    const text = textOf(name, url);
    const result = await this.mailer.send({ to: [email], messageId: newId(), subject: SUBJECT, text });
    if (result.kind !== 'accepted') throw failureOf(result);
    return { email, expiresAt };
  }

  /** Removes the address. An account without one is left as it is. */
  async clear({ accountId, formAccessMode }: Caller): Promise<void> {
    requireAllForms(formAccessMode);
    await this.accounts.update(accountId, { notifyEmail: null });
  }

  /** Returns the change of a link that can still be confirmed, or was, with its account; null for any other token. */
  async open(token: string): Promise<{ change: AddressChange; account: AccountEntity; isDone: boolean } | null> {
    const change = this.links.changeOf(token);
    const account = change && (await this.accounts.find(change.accountId));
    if (!change || !account) return null;
    const isDone = account.notifyEmail === change.email;
    return isDone || account.notifyEmail === change.before ? { change, account, isDone } : null;
  }

  /** Returns false when the link has ended meanwhile. */
  confirm({ accountId, email, before, keyId, actor }: AddressChange): Promise<boolean> {
    return this.transactions.run(async () => {
      if (!(await this.accounts.confirmEmail(accountId, { email, before, keyId }))) return false;
      await this.auditEvents.insert({ accountId, apiKeyId: keyId, actor, action: 'accounts set-email', resourceId: accountId });
      return true;
    });
  }
}

function requireAllForms(mode: Caller['formAccessMode']): void {
  if (mode !== 'all') throw new ApiError('insufficient_scope', { message: NEEDS_ALL_FORMS });
}

const NEEDS_ALL_FORMS = 'The address gets mails of every form, so only a key for all forms may change it.';

function failureOf(result: Exclude<MailResult, { kind: 'accepted' }>): ApiError {
  const isRejected = result.errorCode === 'rejected_recipient' && result.kind === 'refused' && !result.retryable;
  if (isRejected) return validationFailed([{ path: 'email', message: 'must be an address that the mail server takes' }]);
  const message = `The mail server has not taken the mail (${result.errorCode}). Try again later; the operator can see why with "cli doctor".`;
  return new ApiError('service_unavailable', { message });
}

const SUBJECT = 'Confirm this address';

const textOf = (
  accountName: string,
  url: string,
): string => `Somebody wants mails about the forms of the account "${accountName}" to be sent to this address.

If that was you, open this link within an hour and confirm it:

${url}

If it was not, do nothing: without your confirmation nothing is sent here.
`;

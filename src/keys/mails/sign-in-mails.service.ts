import { Inject, Injectable } from '@nestjs/common';
import { makeLookupId } from '../../api/auth/secret-format.rules';
import { ApiError } from '../../api/errors/api-error';
import { rateLimitExceeded } from '../../api/rate-limit/bucket-store';
import { type Config, CONFIG } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import type { NewSignIn, SignInMail, TriedMail } from './sign-in-mail.types';
import { SignInMailsRepository } from './sign-in-mails.repository';
import { SignInSecrets } from './sign-in-secrets';

export type SignInRequest = Pick<NewSignIn, 'address' | 'browserDigest' | 'network' | 'browser' | 'onlyToday'>;

/** A person to whom a mail goes. */
export interface MailedPerson {
  id: string;
  accountId: string;
  address: string;
}

/** The mails about signing in: requests, invitations and proofs, and what becomes of their links and codes. A worker sends them. */
@Injectable()
export class SignInMailsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly mails: SignInMailsRepository,
    private readonly secrets: SignInSecrets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'console'>,
  ) {}

  /** False without a mail server, and where there is no console to sign in to. */
  isOffered(): boolean {
    return Boolean(this.config.smtpUrl && this.config.mailFrom) && this.config.console === 'on';
  }

  /** Takes the same way for every address, so that neither the answer nor its time tells whether somebody has it. Throws 409 and 429. */
  requestSignIn(request: SignInRequest): Promise<Date> {
    this.requireOffered();
    const { address, network } = request;
    return this.transactions.run(async () => {
      await this.require('network', network, A_NETWORK_AN_HOUR);
      await this.require('address', address, AN_ADDRESS_AN_HOUR);
      return this.mails.insert({ ...request, purpose: 'sign_in', lookupId: makeLookupId(), lifetimeSeconds: SIGN_IN_SECONDS });
    });
  }

  /** Invites a person, and ends earlier invitations. Joins the transaction of the caller. Throws 409 and 429. */
  async invite({ id: apiKeyId, accountId, address }: MailedPerson): Promise<Date> {
    this.requireOffered();
    await this.require('account', accountId, AN_ACCOUNT_AN_HOUR);
    await this.mails.endEarlier('invitation', apiKeyId);
    const mail = { purpose: 'invitation', address, apiKeyId, accountId, lookupId: makeLookupId() } as const;
    return this.mails.insert({ ...mail, lifetimeSeconds: INVITATION_SECONDS });
  }

  /** Sends the code with which a person proves in a session who is there. Throws 409 and 429. */
  requestProof({ id: apiKeyId, accountId, address }: MailedPerson, sessionId: string): Promise<Date> {
    this.requireOffered();
    return this.transactions.run(async () => {
      await this.require('person', apiKeyId, A_PERSON_AN_HOUR);
      await this.mails.endEarlier('proof', apiKeyId);
      const mail = { purpose: 'proof', address, apiKeyId, accountId, sessionId, lookupId: makeLookupId() } as const;
      return this.mails.insert({ ...mail, lifetimeSeconds: SIGN_IN_SECONDS });
    });
  }

  /** Locks the mail of a link that was not used and has not ended; null for any other text. Must run in a transaction. */
  async findByLink(text: string): Promise<SignInMail | null> {
    const lookupId = this.secrets.lookupIdOf(text);
    const mail = lookupId === null ? null : await this.mails.findOpen(lookupId);
    return mail?.isUsed === false && mail.purpose !== 'proof' ? mail : null;
  }

  async use({ id }: SignInMail): Promise<void> {
    await this.mails.use(id);
  }

  /** The code for another browser than the one that asked, which leaves the link as it is. */
  async showCode({ id, lookupId }: SignInMail): Promise<string> {
    await this.mails.noteOpened(id);
    return this.secrets.codeOf(lookupId);
  }

  /**
   * Tries a code in the browser that asked. The try counts even when what follows fails, so this must not run in a transaction. Resolves
   * with the address of the mail, which is used then, or with the tries that are left.
   */
  tryInBrowser(browserDigests: readonly Buffer[], code: string): Promise<SignInMail | TriesLeft> {
    return this.matching(this.mails.tryInBrowser(browserDigests, TRIES), code);
  }

  /** Tries a code in the session that asked for a proof, in the same way. */
  tryInSession(sessionId: string, code: string): Promise<SignInMail | TriesLeft> {
    return this.matching(this.mails.tryInSession(sessionId, TRIES), code);
  }

  private async matching(tried: Promise<TriedMail[]>, code: string): Promise<SignInMail | TriesLeft> {
    const mails = await tried;
    const digits = code.replaceAll(/\s/g, ''); // people type them in groups
    const found = mails.find(({ lookupId }) => this.secrets.isCodeOf(lookupId, digits));
    if (found && (await this.mails.use(found.id))) return found;
    return { triesLeft: mails.length === 0 ? null : Math.max(...mails.map(({ tries }) => TRIES - tries)) };
  }

  private requireOffered(): void {
    if (!this.isOffered()) throw new ApiError('mail_not_configured');
  }

  private async require(by: Parameters<SignInMailsRepository['askedLately']>[0], value: string, limit: number): Promise<void> {
    await this.mails.lock(`${by} ${value}`);
    const { count, retryAfterSeconds } = await this.mails.askedLately(by, value, limit);
    if (count >= limit) throw rateLimitExceeded({ refusedBy: `sign_in_mails_of_${by}`, retryAfterSeconds });
  }
}

/** Null when there is no mail whose code could be tried. */
export interface TriesLeft {
  triesLeft: number | null;
}

const SIGN_IN_SECONDS = 600;
const INVITATION_SECONDS = 7 * 24 * 3_600;
const AN_ADDRESS_AN_HOUR = 3;
const A_NETWORK_AN_HOUR = 20;
const AN_ACCOUNT_AN_HOUR = 10;
const A_PERSON_AN_HOUR = 6;
const TRIES = 5;

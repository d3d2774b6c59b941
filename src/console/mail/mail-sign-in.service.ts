import { Inject, Injectable } from '@nestjs/common';
import { makeSecret, parseSecret } from '../../api/auth/secret-format.rules';
import { networkOf } from '../../api/rate-limit/network.rules';
import { PeopleService } from '../../keys/people.service';
import type { SignInMail } from '../../keys/mails/sign-in-mail.types';
import { SignInMailsService } from '../../keys/mails/sign-in-mails.service';
import { type Config, CONFIG } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { sameDigest } from '../../platform/crypto/digests.rules';
import { browserOf } from '../browser.rules';
import { cookieIn, setCookie } from '../console-cookies.rules';
import { ConsoleDigests } from '../console-secrets.repository';
import type { SessionRequest } from '../own-page';
import { SecretSignInService } from '../secret-sign-in.service';
import { type BegunSession, SignInService } from '../sign-in.service';

/** The result of opening the link of a mail. */
export type OpenedLink =
  | { session: BegunSession }
  /** The browser is not the one that asked: this code, typed there, signs in. */
  | { code: string }
  /** An invitation, which the person accepts by a click. */
  | { invitation: { accountName: string; name: string; address: string } };

/**
 * Signs in by mail. A link signs in only the browser that asked for it, which has a cookie; anywhere else it shows a code, so that neither
 * somebody who gets the link forwarded nor a program that opens the links of mails is signed in by it.
 */
@Injectable()
export class MailSignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly mails: SignInMailsService,
    private readonly signIns: SignInService,
    private readonly secretSignIns: SecretSignInService,
    private readonly people: PeopleService,
    private readonly digests: ConsoleDigests,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {}

  /** Resolves with the cookie for the browser, which it may have already. Throws 409 without a mail server, and 429. */
  async ask(request: SessionRequest, address: string, onlyToday: boolean): Promise<string> {
    const browser = this.browserIn(request) ?? makeSecret('fcb').text;
    const [browserDigest] = this.digestsOf(browser);
    const network = networkOf(request.ip ?? 'unknown');
    await this.mails.requestSignIn({ address, browserDigest, network, browser: browserOf(request.headers['user-agent']), onlyToday });
    return setCookie('browser', browser, this.config.baseUrl, BROWSER_SECONDS);
  }

  /** Throws 401 for a link that was used or has ended. */
  async open(request: SessionRequest, secret: string, join: boolean, requestId: string): Promise<OpenedLink> {
    const opened = await this.transactions.run(async () => {
      const mail = await this.mails.findByLink(secret);
      if (!mail) return null;
      if (mail.purpose === 'sign_in' && !this.isFromBrowserOf(mail, request)) return { code: await this.mails.showCode(mail) };
      if (mail.purpose === 'invitation' && !join) return this.invitationOf(mail);
      const session = await this.signInBy(mail, request, requestId);
      if (session) await this.mails.use(mail);
      return session && { session };
    });
    return opened ?? this.secretSignIns.refuse(request, USED_LINK);
  }

  /** Throws 401 for a wrong code, and where there is none to type. */
  async typeCode(request: SessionRequest, code: string, requestId: string): Promise<BegunSession> {
    const browser = this.browserIn(request);
    const tried = browser === null ? { triesLeft: null } : await this.mails.tryInBrowser(this.digestsOf(browser), code);
    if ('triesLeft' in tried) return this.secretSignIns.refuse(request, wrongCode(tried.triesLeft));
    return (await this.signInBy(tried, request, requestId)) ?? this.secretSignIns.refuse(request, USED_LINK);
  }

  private signInBy({ address, apiKeyId: keyId, onlyToday }: SignInMail, request: SessionRequest, requestId: string) {
    const opening = { address, keyId };
    return this.signIns.begin(request, requestId, { opening, openedBy: 'mail', provesAddress: true, onlyToday });
  }

  /** Null when the person was removed meanwhile. */
  private async invitationOf({ apiKeyId, address }: SignInMail): Promise<OpenedLink | null> {
    const person = await this.people.find(apiKeyId!);
    return person && { invitation: { accountName: person.accountName, name: person.name, address } };
  }

  private isFromBrowserOf({ browserDigest }: SignInMail, request: SessionRequest): boolean {
    const browser = this.browserIn(request);
    return browser !== null && browserDigest !== null && this.digestsOf(browser).some((digest) => sameDigest(digest, browserDigest));
  }

  /** The value of the cookie. */
  private browserIn({ headers }: SessionRequest): string | null {
    const sent = cookieIn(headers.cookie, 'browser', this.config.baseUrl);
    return sent !== null && parseSecret('fcb', sent) ? sent : null;
  }

  private readonly digestsOf = (browser: string): [Buffer, ...Buffer[]] => this.digests.of(`browser ${browser}`);
}

export function wrongCode(triesLeft: number | null): string {
  if (triesLeft === null || triesLeft === 0) return 'There is no code to type, or it was tried too often. Ask for another mail.';
  return `This is not the code. ${triesLeft === 1 ? 'One try is' : `${triesLeft} tries are`} left.`;
}

const USED_LINK = 'This link has been used or has expired. Ask for another one.';
/** A little longer than a link opens. */
const BROWSER_SECONDS = 900;

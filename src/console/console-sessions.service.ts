import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Authenticator, type Caller, type KeyBucket, SessionAuthenticator } from '../api/auth/caller';
import { makeSecret, parseSecret } from '../api/auth/secret-format.rules';
import { invalidApiKey, messageFor } from '../api/operation/api-key.guard';
import { AuditEventsRepository } from '../api/operation/audit-events.repository';
import { bucketsOf } from '../api/operation/rate-limit.guard';
import { BucketStore, rateLimitExceeded, FailedAuthentications } from '../api/rate-limit/bucket-store';
import { callerFrom } from '../keys/key-caller.rules';
import { type Config, CONFIG } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { ConsoleProofs, isFromFormPage, isOpened } from './console-proofs';
import { ConsoleDigests, ConsoleSecretsRepository, type FoundSession, type NewSession } from './console-secrets.repository';
import type { SignInDto } from './sign-in.dto';

export type SessionRequest = Pick<IncomingMessage, 'headers'> & { ip?: string };

type AboutRequest = Parameters<SessionAuthenticator['authenticate']>[1];

/** Authenticates console sessions. Every request reads its session, so that a session ends in all processes at once with its key. */
@Injectable()
export class ConsoleSessionsService extends SessionAuthenticator {
  private readonly log = new Logger('Console');

  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: ConsoleSecretsRepository,
    private readonly digests: ConsoleDigests,
    private readonly proofs: ConsoleProofs,
    private readonly keys: Authenticator,
    private readonly failures: FailedAuthentications,
    private readonly buckets: BucketStore,
    private readonly auditEvents: AuditEventsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl' | 'maintenance'>,
  ) {
    super();
  }

  /** Accepts a session cookie only from the page of the console, since browsers also send it for pages of forms and of other sites. */
  async authenticate(request: IncomingMessage, about: AboutRequest = {}): Promise<Caller | 'no_session' | null> {
    const found = await this.find(request, about);
    return found && typeof found === 'object' ? callerFrom(found, this.config.maintenance, 'console') : found;
  }

  /** Resolves with the session of a request. Throws 401 when there is none. */
  async current(request: SessionRequest): Promise<FoundSession> {
    this.requireOwnOrigin(request);
    const found = await this.find(request);
    if (!found || typeof found === 'string') throw invalidApiKey();
    await this.count(callerFrom(found, this.config.maintenance, 'console'), 'read');
    return found;
  }

  /** Returns the proof for the opened page, or null. The proof is empty when another site opened the page and the cookie is missing. */
  proofFor({ headers }: SessionRequest): string | null {
    if (!isOpened(headers)) return null;
    const session = sessionIn(headers.cookie, this.config.baseUrl);
    if (session !== null) return parseSecret('fcs', session) ? this.proofs.of(session) : null;
    return /^(cross|same)-site$/.test(headers['sec-fetch-site'] as string) ? '' : null;
  }

  private async find({ headers }: SessionRequest, about: AboutRequest = {}): Promise<FoundSession | 'no_session' | null> {
    const { isAgain = false, isDownload = false } = about;
    const session = sessionIn(headers.cookie, this.config.baseUrl);
    const isOwn = isFromOwnOrigin(headers, this.config.baseUrl);
    if (session === null || !isOwn) return session !== null || isOwn ? 'no_session' : null;
    const digests = this.proofs.isProven(headers, session, isDownload) ? this.digestsOf(session) : null;
    const found = digests && (await this.secrets.find(digests));
    if (!found) return 'no_session';
    if (found.isUseDue && !isAgain) this.noteUse(digests);
    return found;
  }

  /** Throws 401 for a request from any other page. */
  requireOwnOrigin({ headers }: SessionRequest): void {
    if (!isFromOwnOrigin(headers, this.config.baseUrl)) throw invalidApiKey(ONLY_THE_PAGE);
  }

  /** Begins a session and ends that of the request. Throws 401 for an invalid link or key. */
  async signIn(request: SessionRequest, sent: SignInDto, requestId: string): Promise<NewSession & { text: string; proof: string }> {
    const lookupId = sent.key === undefined ? null : await this.lookupIdOf(request, sent.key);
    const { text } = makeSecret('fcs');
    const [digest] = this.digests.of(text);
    const session = await this.transactions.run(async () => {
      const begun = await (lookupId === null
        ? this.secrets.beginByLink(digest, this.digests.of(sent.secret!))
        : this.secrets.beginByKey(digest, lookupId));
      if (!begun) return null;
      await this.signOut(request);
      const { accountId, keyId: apiKeyId } = begun;
      const event = { accountId, apiKeyId, resourceId: apiKeyId, actor: 'console' as const, requestId };
      await this.auditEvents.insert({ ...event, action: 'POST /console/session' });
      return { ...begun, text, proof: this.proofs.of(text) };
    });
    return session ?? this.refuse(request, lookupId === null ? await this.whyNoLink(sent.secret!) : undefined);
  }

  async signOut({ headers }: SessionRequest): Promise<void> {
    const digests = this.digestsOf(sessionIn(headers.cookie, this.config.baseUrl));
    if (digests) await this.secrets.end(digests);
  }

  /** Resolves with the public part of a valid key. Signing in counts against the limit of the key like any change. */
  private async lookupIdOf(request: SessionRequest, key: string): Promise<string> {
    const found = await this.keys.authenticate(key);
    if (typeof found === 'string') return this.refuse(request, messageFor(key, found));
    await this.count(found, 'write');
    return parseSecret('fck', key)!.id;
  }

  private async count(caller: Caller, bucket: KeyBucket): Promise<void> {
    const taken = await this.buckets.take(bucketsOf(caller, bucket));
    if (!taken.allowed) throw rateLimitExceeded(taken);
  }

  private async whyNoLink(secret: string): Promise<string> {
    const link = parseSecret('fcl', secret);
    return link && !(await this.secrets.hasAccount(link.id)) ? LINK_OF_ANOTHER : USED_LINK;
  }

  private async refuse({ ip }: SessionRequest, message?: string): Promise<never> {
    await this.failures.count(ip);
    throw invalidApiKey(message);
  }

  private digestsOf(session: string | null): [Buffer, ...Buffer[]] | null {
    return session !== null && parseSecret('fcs', session) ? this.digests.of(session) : null;
  }

  /** Records the use in the background, so it must not run in a transaction, which would not wait for it. */
  private noteUse(digests: readonly Buffer[]): void {
    this.secrets.noteUse(digests).catch((error: unknown) => this.log.warn({ err: error }, 'The use of a session could not be recorded.'));
  }
}

const ONLY_THE_PAGE = 'Only the page of the console can ask for this. Programs send an API key with each request.';
const LINK_OF_ANOTHER =
  'This link is of another service, or of another database. "npm run --silent cli -- console" prints one for the service of its data folder.';
const USED_LINK = 'This link has been used or has expired. "npm run --silent cli -- console" prints a new one.';

/**
 * True for a request from a page of this service that is not a form page, by headers that scripts cannot set. Browsers without
 * `Sec-Fetch-Site` send `Origin` with all requests except `GET`.
 */
function isFromOwnOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (isFromFormPage(headers, baseUrl)) return false;
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}

/**
 * Browsers accept the prefix `__Host-` only over HTTPS and from this host, so that no other host of the domain can plant a session. They
 * send a cookie to all ports and paths of the host, so the name says which service of the host has set it.
 */
function nameFor(baseUrl: string): string {
  const { port, pathname } = new URL(baseUrl);
  const place = `${port || (isSecure(baseUrl) ? 443 : 80)}${pathname}`.replace(/[^a-z0-9]+/gi, '-').replace(/-$/, '');
  return `${isSecure(baseUrl) ? '__Host-' : ''}console-${place}`;
}

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** Returns the session in a `Cookie` header. Two different sessions count as none, since another host of the domain may have added one. */
function sessionIn(header: string | undefined, baseUrl: string): string | null {
  const start = `${nameFor(baseUrl)}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const values = new Set(pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length)));
  const [value = null] = values;
  return values.size === 1 ? value : null;
}

/** Returns the `Set-Cookie` header for a session that ends at the latest when the browser is closed. Null deletes the cookie. */
export const sessionCookie = (session: string | null, baseUrl: string): string =>
  [
    `${nameFor(baseUrl)}=${session ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(baseUrl) ? ['Secure'] : []),
    ...(session === null ? ['Max-Age=0'] : []),
  ].join('; ');

import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Caller, SessionAuthenticator } from '../api/auth/caller';
import { parseSecret } from '../api/auth/secret-format.rules';
import { invalidApiKey } from '../api/operation/api-key.guard';
import { bucketsOf } from '../api/operation/rate-limit.guard';
import { BucketStore, rateLimitExceeded } from '../api/rate-limit/bucket-store';
import { callerFrom } from '../keys/key-caller.rules';
import { KeysService } from '../keys/keys.service';
import { type Config, CONFIG } from '../platform/config/config';
import { cookieIn } from './console-cookies.rules';
import { ConsoleProofs, isOpened } from './console-proofs';
import { ConsoleDigests, ConsoleSecretsRepository } from './console-secrets.repository';
import { isFromOwnPage, requireOwnPage, type SessionRequest } from './own-page';
import { relyingPartyOf } from './passkeys/relying-party.rules';
import { lackedProof } from './proofs/fresh-proof.rules';
import type { FoundSession } from './session.types';
import { SignInOffers } from './sign-in-offers';

type AboutRequest = Parameters<SessionAuthenticator['authenticate']>[1];

/** Authenticates console sessions. Every request reads its session, so that a session ends in all processes at once with its key. */
@Injectable()
export class ConsoleSessionsService extends SessionAuthenticator {
  private readonly log = new Logger('Console');

  constructor(
    private readonly secrets: ConsoleSecretsRepository,
    private readonly digests: ConsoleDigests,
    private readonly proofs: ConsoleProofs,
    private readonly keys: KeysService,
    private readonly buckets: BucketStore,
    private readonly offers: SignInOffers,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl' | 'maintenance'>,
  ) {
    super();
  }

  /** Accepts a session cookie only from the page of the console, since browsers also send it for pages of forms and of other sites. */
  async authenticate(request: IncomingMessage, about: AboutRequest = {}): Promise<Caller | 'no_session' | null> {
    const found = await this.find(request, about);
    return found && typeof found === 'object' ? this.callerOf(found) : found;
  }

  /** Resolves with the session of a request of the page, which counts as a read or a write. Throws 401 when there is none, and 429. */
  async current(request: SessionRequest, bucket: 'read' | 'write' = 'read'): Promise<FoundSession> {
    requireOwnPage(request, this.config.baseUrl);
    const found = await this.find(request);
    if (!found || typeof found === 'string') throw invalidApiKey();
    const taken = await this.buckets.take(bucketsOf(this.callerOf(found), bucket));
    if (!taken.allowed) throw rateLimitExceeded(taken);
    return found;
  }

  /** Returns the proof for the opened page, or null. The proof is empty when another site opened the page and the cookie is missing. */
  proofFor({ headers }: SessionRequest): string | null {
    if (!isOpened(headers)) return null;
    const session = cookieIn(headers.cookie, 'session', this.config.baseUrl);
    if (session !== null) return parseSecret('fcs', session) ? this.proofs.of(session) : null;
    return /^(cross|same)-site$/.test(headers['sec-fetch-site'] as string) ? '' : null;
  }

  async signOut({ headers }: SessionRequest): Promise<void> {
    const digests = this.digestsOf(cookieIn(headers.cookie, 'session', this.config.baseUrl));
    if (digests) await this.secrets.end(digests);
  }

  private readonly callerOf = (found: FoundSession): Caller => callerFrom(found, this.config.maintenance, 'console');

  private async find({ headers }: SessionRequest, about: AboutRequest = {}): Promise<FoundSession | 'no_session' | null> {
    const { isAgain = false, isDownload = false } = about;
    const session = cookieIn(headers.cookie, 'session', this.config.baseUrl);
    const isOwn = isFromOwnPage(headers, this.config.baseUrl);
    if (session === null || !isOwn) return session !== null || isOwn ? 'no_session' : null;
    const digests = this.proofs.isProven(headers, session, isDownload) ? this.digestsOf(session) : null;
    const found = digests && (await this.secrets.find(digests, relyingPartyOf(this.config.baseUrl).id));
    if (!found) return 'no_session';
    if (found.isUseDue && !isAgain) this.noteUse(digests, found.keyId);
    return { ...found, lacksFreshProof: lackedProof(found, this.offers.view()) };
  }

  private digestsOf(session: string | null): [Buffer, ...Buffer[]] | null {
    return session !== null && parseSecret('fcs', session) ? this.digests.of(session) : null;
  }

  /** Records the use in the background, so it must not run in a transaction, which would not wait for it. */
  private noteUse(digests: readonly Buffer[], keyId: string): void {
    Promise.all([this.secrets.noteUse(digests), this.keys.noteUse(keyId)]).catch((error: unknown) =>
      this.log.warn({ err: error }, 'The use of a session could not be recorded.'),
    );
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { makeSecret } from '../api/auth/secret-format.rules';
import { AuditEventsRepository } from '../api/operation/audit-events.repository';
import { clientNetworkOf } from '../api/rate-limit/network.rules';
import { KeysService } from '../keys/keys.service';
import { type Config, CONFIG } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { browserOf } from './browser.rules';
import { setCookie } from './console-cookies.rules';
import { ConsoleProofs } from './console-proofs';
import { ConsoleDigests, ConsoleSecretsRepository } from './console-secrets.repository';
import { ConsoleSessionsService } from './console-sessions.service';
import type { SessionRequest } from './own-page';
import type { NewSession, OpenedBy, Opening } from './session.types';

/** A session that has begun, with the headers that give it to the browser. */
export interface BegunSession extends NewSession {
  cookie: string;
  proof: string;
}

/** The way in which somebody signs in. */
export interface SignIn {
  opening: Opening;
  openedBy: OpenedBy;
  /** True when the session ends with the day instead of lasting for weeks. */
  onlyToday?: boolean;
  /** True when the mails of the address are theirs. */
  provesAddress?: boolean;
  passkeyId?: string;
}

/** Begins sessions, whatever opens them. */
@Injectable()
export class SignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: ConsoleSecretsRepository,
    private readonly digests: ConsoleDigests,
    private readonly proofs: ConsoleProofs,
    private readonly sessions: ConsoleSessionsService,
    private readonly keys: KeysService,
    private readonly auditEvents: AuditEventsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl'>,
  ) {}

  /** Begins a session and ends that of the request. Resolves with null when what should open it has ended, or was used before. */
  begin(request: SessionRequest, requestId: string, signIn: SignIn): Promise<BegunSession | null> {
    const { opening, openedBy, onlyToday = false, provesAddress = false, passkeyId = null } = signIn;
    const isProof = openedBy === 'mail' || openedBy === 'passkey';
    const length = isProof && !onlyToday ? LONG : SHORT;
    const about = { openedBy, provesAddress, isProof, passkeyId, ...placeOf(request), ...length };
    const { text } = makeSecret('fcs');
    return this.transactions.run(async () => {
      const begun = await this.secrets.begin(this.digests.of(text)[0], opening, about);
      if (!begun) return null;
      await this.sessions.signOut(request);
      const { accountId, keyId: apiKeyId } = begun;
      await this.keys.noteUse(apiKeyId);
      const event = { accountId, apiKeyId, resourceId: apiKeyId, actor: 'console' as const, requestId };
      await this.auditEvents.insert({ ...event, action: 'POST /console/session' });
      const cookie = setCookie('session', text, this.config.baseUrl, length === LONG ? LONG.lifetimeSeconds : null);
      return { ...begun, cookie, proof: this.proofs.of(text) };
    });
  }
}

const placeOf = ({ headers, ip }: SessionRequest) => ({ browser: browserOf(headers['user-agent']), network: clientNetworkOf(ip) });

/** Thirty days, and seven without use. */
const LONG = { lifetimeSeconds: 30 * 24 * 3_600, idleSeconds: 7 * 24 * 3_600 };
/** Half a day, and an hour without use: for links that pass through other hands, for keys, and for other people's computers. */
const SHORT = { lifetimeSeconds: 12 * 3_600, idleSeconds: 3_600 };

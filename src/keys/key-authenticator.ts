import { createHash } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type AuthenticationFailure, Authenticator, type Caller } from '../api/auth/caller';
import { parseSecret } from '../api/auth/secret-format.rules';
import { Clock } from '../platform/time';
import { type Config, CONFIG } from '../platform/config/config';
import { callerFrom } from './key-caller.rules';
import { type FoundKey, KeysRepository } from './keys.repository';
import { SecretDigests } from './secret-digests';

/**
 * Authenticates API keys. The checksum rejects malformed keys without a query, an unknown id costs as much as a known one, and secrets are
 * compared in constant time. Callers are cached for five seconds, so a revocation or a suspension takes effect within that time.
 */
@Injectable()
export class KeyAuthenticator extends Authenticator {
  private readonly log = new Logger('Keys');
  private readonly cache = new LRUCache<string, Caller>({ max: 10_000, ttl: 5_000 });

  constructor(
    private readonly keys: KeysRepository,
    private readonly digests: SecretDigests,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async authenticate(token: string, isFresh = false): Promise<Caller | AuthenticationFailure> {
    const parsed = parseSecret('fck', token);
    if (!parsed) return 'unknown';
    const cacheKey = createHash('sha256').update(token).digest('base64');
    const cached = this.cache.get(cacheKey);
    if (cached && !isFresh && cached.expiresAt > this.clock.now()) return cached;
    const readAtMs = performance.now();
    const found = await this.keys.findByLookupId(parsed.id);
    const isMatch = this.digests.matches(parsed.secret, found?.digest ?? null);
    if (!found || !found.isSentId || !isMatch) return 'unknown';
    if (found.isRevoked) return 'revoked';
    if (found.isExpired) return 'expired';
    if (found.isSecretExpired) return 'secret_expired';
    const caller = callerFrom(found, this.config.maintenance, 'key');
    this.cache.set(cacheKey, caller, { start: readAtMs }); // the entry ages from before the read, since a change may commit right after it
    if (!isFresh) this.recordUse(found, parsed); // a fresh read belongs to a request whose use is already recorded
    return caller;
  }

  /** Runs in the background: the request neither waits for the result nor depends on it. */
  private recordUse(found: FoundKey, { id, secret }: { id: string; secret: string }): void {
    const isOutdated = this.digests.isOutdated(secret, found.digest);
    const renewal = isOutdated ? this.keys.replaceDigest(id, this.digests.of(secret)) : Promise.resolve();
    Promise.all([this.keys.recordUse(found.keyId), renewal]).catch((error: unknown) =>
      this.log.warn({ err: error }, 'The use of a key could not be recorded.'),
    );
  }
}

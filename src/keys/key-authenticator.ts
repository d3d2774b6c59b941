import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AuthenticationFailure } from '../api/auth/authenticator';
import { Authenticator } from '../api/auth/authenticator';
import type { Caller } from '../api/auth/caller';
import { parseSecret } from '../api/auth/secret-format.rules';
import type { FoundKey } from './keys.repository';
import { KeysRepository } from './keys.repository';
import { SecretDigests } from './secret-digests';

/**
 * Finds the caller behind a key: checksum first, which turns junk away without a look-up, then the row by the public part, then the
 * secret in constant time. A caller that was found is cached for five seconds, the longest that a revocation can take to have effect.
 */
@Injectable()
export class KeyAuthenticator extends Authenticator {
  private readonly log = new Logger('Keys');
  private readonly known = new LRUCache<string, Caller>({ max: 10_000, ttl: 5_000 });

  constructor(
    private readonly keys: KeysRepository,
    private readonly digests: SecretDigests,
  ) {
    super();
  }

  async authenticate(token: string): Promise<Caller | AuthenticationFailure> {
    const parsed = parseSecret('fck', token);
    if (!parsed) return 'unknown';
    const cacheKey = createHash('sha256').update(token).digest('base64');
    const known = this.known.get(cacheKey);
    if (known && known.expiresAt.getTime() > Date.now()) return known;
    const found = await this.keys.byLookupId(parsed.id);
    const isRight = this.digests.matches(parsed.secret, found?.digest ?? null);
    if (!found || !isRight) return 'unknown';
    if (found.isRevoked) return 'revoked';
    if (found.isExpired || found.isSecretReplaced) return 'expired';
    const caller = callerFrom(found);
    this.known.set(cacheKey, caller);
    this.noteUse(found, parsed);
    return caller;
  }

  /** Beside the request: whether it works or not changes nothing for the caller. */
  private noteUse(found: FoundKey, { id, secret }: { id: string; secret: string }): void {
    const isOutdated = this.digests.isOutdated(secret, found.digest);
    const renewal = isOutdated ? this.keys.replaceDigest(id, this.digests.of(secret)) : Promise.resolve();
    Promise.all([this.keys.touch(found.keyId), renewal]).catch((error: unknown) =>
      this.log.warn({ err: error }, 'The use of a key could not be noted.'),
    );
  }
}

function callerFrom(found: FoundKey): Caller {
  const { keyId, accountId, formAccessMode, writesEnabled, expiresAt, read, write, destructive, userAggregate } = found;
  return {
    keyId,
    accountId,
    scopes: new Set(found.scopes),
    formAccessMode,
    writesEnabled,
    expiresAt,
    limits: { read, write, destructive, userAggregate },
  };
}

import { Injectable } from '@nestjs/common';
import { hmacOf, sameDigest } from '../platform/crypto/digests.rules';
import { SecretKeys } from '../platform/crypto/secret-keys';

/**
 * Keyed digests of API key secrets. The pepper is derived from APP_SECRET and is not stored in the database, so a stolen dump cannot be
 * used to test leaked keys. Secrets have 190 random bits, so a slow hash would add nothing.
 */
@Injectable()
export class SecretDigests {
  constructor(private readonly keys: SecretKeys) {}

  of(secret: string): Buffer {
    return hmacOf(this.peppers()[0]!.key, secret);
  }

  /** Accepts digests made with the previous APP_SECRET as well. An unknown key (null) takes the same time. */
  matches(secret: string, digest: Buffer | null): boolean {
    const stored = digest ?? UNMATCHABLE;
    return this.peppers()
      .map(({ key }) => sameDigest(hmacOf(key, secret), stored))
      .includes(true);
  }

  /** True when the digest was made with the previous APP_SECRET and must be renewed. */
  isOutdated(secret: string, digest: Buffer): boolean {
    return !sameDigest(this.of(secret), digest);
  }

  private peppers() {
    return this.keys.derive('api-key-pepper');
  }
}

const UNMATCHABLE = Buffer.alloc(32);

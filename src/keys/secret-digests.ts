import { Injectable } from '@nestjs/common';
import { hmacOf, sameDigest } from '../platform/crypto/digests';
import { SecretKeys } from '../platform/crypto/secret-keys';

/**
 * Digests of key secrets under a pepper that is derived from APP_SECRET and so is not in the database: a stolen dump
 * cannot be used to test leaked keys. A secret has 190 random bits, so a slow hash would add nothing.
 */
@Injectable()
export class SecretDigests {
  constructor(private readonly keys: SecretKeys) {}

  of(secret: string): Buffer {
    return hmacOf(this.peppers()[0]!.key, secret);
  }

  /** Also accepts what was made under the previous APP_SECRET. An unknown key is compared with this too, to take the same time. */
  matches(secret: string, digest: Buffer | null): boolean {
    const stored = digest ?? NEVER;
    return this.peppers()
      .map(({ key }) => sameDigest(hmacOf(key, secret), stored))
      .includes(true);
  }

  /** Whether the digest was made under an APP_SECRET that is on its way out. */
  isOutdated(secret: string, digest: Buffer): boolean {
    return !sameDigest(this.of(secret), digest);
  }

  private peppers() {
    return this.keys.derive('api-key-pepper');
  }
}

const NEVER = Buffer.alloc(32);

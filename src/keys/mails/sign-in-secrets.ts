import { Injectable } from '@nestjs/common';
import { makeSecret, parseSecret, secretFrom } from '../../api/auth/secret-format.rules';
import { hmacOf, sameDigest, sha256Of } from '../../platform/crypto/digests.rules';
import { SecretKeys } from '../../platform/crypto/secret-keys';

/**
 * Derives the link and the code of a mail from its public part. Nothing secret is stored, and a mail that is sent again after a crash has
 * the same link.
 */
@Injectable()
export class SignInSecrets {
  constructor(private readonly keys: SecretKeys) {}

  /** The secret in the link of a mail. */
  linkOf(lookupId: string): string {
    return this.linksOf(lookupId)[0]!;
  }

  /** The public part of the secret of a link that this service made, also before APP_SECRET was changed; null for any other text. */
  lookupIdOf(text: string): string | null {
    const id = parseSecret('fcm', text)?.id;
    return id !== undefined && this.linksOf(id).some((link) => isSame(link, text)) ? id : null;
  }

  /** The six digits that belong to a mail. */
  codeOf(lookupId: string): string {
    return this.codesOf(lookupId)[0]!;
  }

  isCodeOf(lookupId: string, text: string): boolean {
    return this.codesOf(lookupId).some((code) => isSame(code, text));
  }

  private linksOf(lookupId: string): string[] {
    return this.derived('sign-in link', lookupId).map((digest) => makeSecret('fcm', lookupId, secretFrom(digest)).text);
  }

  private codesOf(lookupId: string): string[] {
    return this.derived('sign-in code', lookupId).map((digest) => String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0'));
  }

  private derived(purpose: string, lookupId: string): Buffer[] {
    return this.keys.derive(purpose).map(({ key }) => hmacOf(key, lookupId));
  }
}

const isSame = (a: string, b: string): boolean => sameDigest(sha256Of(a), sha256Of(b));

import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';

/** Tokens that the hosted page of a form sends as `_nonce` to prove that the page was shown. Each is valid for one form and one hour. */
@Injectable()
export class PageTokens {
  private readonly sealer: Sealer;

  constructor(
    keys: SecretKeys,
    private readonly clock: Clock,
  ) {
    this.sealer = new Sealer(keys, 'hosted-form');
  }

  issue(formId: string): string {
    return this.sealer.seal(String(this.clock.now().getTime()), formId).toString('base64url');
  }

  isValid(token: string, formId: string): boolean {
    const issuedAt = this.sealer.open(Buffer.from(token, 'base64url'), formId)?.toString();
    return issuedAt !== undefined && this.clock.now().getTime() - Number(issuedAt) <= LIFETIME_MS;
  }
}

const LIFETIME_MS = 60 * 60 * 1000;

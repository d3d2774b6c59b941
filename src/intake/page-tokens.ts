import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';

/**
 * Tokens that a page of the service sends as `_nonce` to prove that it was shown for this form: the hosted page of a form, valid for an hour, or
 * the page that answers a refused submission, valid for a day, since a visitor may correct it later.
 */
@Injectable()
export class PageTokens {
  private readonly hosted: Sealer;
  private readonly refused: Sealer;

  constructor(
    keys: SecretKeys,
    private readonly clock: Clock,
  ) {
    this.hosted = new Sealer(keys, 'hosted-form');
    this.refused = new Sealer(keys, 'refused-submission');
  }

  issue(formId: string): string {
    return this.seal(this.hosted, formId);
  }

  isValid(token: string, formId: string): boolean {
    return this.ageOf(token, this.hosted, formId) <= HOUR_MS;
  }

  issueForRefused(formId: string): string {
    return this.seal(this.refused, formId);
  }

  isValidForRefused(token: string, formId: string): boolean {
    return this.ageOf(token, this.refused, formId) <= 24 * HOUR_MS;
  }

  private seal(sealer: Sealer, formId: string): string {
    return sealer.seal(String(this.clock.now().getTime()), formId).toString('base64url');
  }

  /** In milliseconds; infinite for a token that is no token of this form. */
  private ageOf(token: string, sealer: Sealer, formId: string): number {
    const issuedAt = sealer.open(Buffer.from(token, 'base64url'), formId)?.toString();
    return issuedAt === undefined ? Infinity : this.clock.now().getTime() - Number(issuedAt);
  }
}

const HOUR_MS = 60 * 60 * 1000;

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/time';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import type { ControlFields } from './underscore-fields.rules';
import type { HiddenField } from './pages/page.types';

/**
 * Tokens that a page of the service sends as `_nonce` to prove that it was shown for this form: the hosted page of a
 * form, valid for an hour, or the page that answers a refused submission, valid for a day, since a visitor may correct
 * it later.
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

  /**
   * Token and key of the hosted page. The key stays the same after a refusal, so that values which were stored in spite
   * of the error are not stored twice; that of a copy does not, so that several people who have it are not taken for
   * one.
   */
  hostedPageFields(formId: string, sent: Pick<ControlFields, 'pageKey' | 'pageToken'> | null): HiddenField[] {
    const isOfOneVisit = sent?.pageToken != null && this.ageOf(sent.pageToken, this.hosted, formId) <= 24 * HOUR_MS;
    return [
      { name: '_nonce', value: this.issue(formId) },
      { name: '_key', value: (isOfOneVisit ? sent.pageKey : null) ?? randomUUID() },
    ];
  }

  /** Pages of the service are no allowed origin of the form, so they prove where they come from. */
  refusedPageField(formId: string): HiddenField {
    return { name: '_nonce', value: this.seal(this.refused, formId) };
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

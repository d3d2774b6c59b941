import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/time';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import type { ControlFields, HiddenField } from './underscore-fields.rules';

/**
 * Tokens that pages of the service send as `_nonce` to prove that they were shown for this form. The token of a hosted page is valid for an
 * hour, and that of a refusal page for a day, since visitors may correct their submission later.
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

  /** Returns the milliseconds since the hosted page was first shown, before any refusals; null for an invalid token. */
  elapsedMsOf(token: string, formId: string): number | null {
    const times = this.timesOf(token, this.hosted, formId);
    return times && this.clock.now().getTime() - times.first;
  }

  /**
   * Returns the token and the key of the hosted page. The key stays the same after a refusal, so that values which were stored in spite of
   * an error are not stored twice. A page that is older than a day gets a new key, since several people may have copies of it.
   */
  hostedPageFields(formId: string, sent: Pick<ControlFields, 'pageKey' | 'pageToken'> | null): HiddenField[] {
    const times = sent?.pageToken == null ? null : this.timesOf(sent.pageToken, this.hosted, formId);
    const isOfOneVisit = times !== null && this.clock.now().getTime() - times.latest <= 24 * HOUR_MS;
    return [
      { name: '_nonce', value: this.seal(this.hosted, formId, isOfOneVisit ? times.first : undefined) },
      { name: '_key', value: (isOfOneVisit ? sent!.pageKey : null) ?? randomUUID() },
    ];
  }

  /** Returns the token of the refusal page, whose origin the form does not have to allow. */
  refusedPageField(formId: string): HiddenField {
    return { name: '_nonce', value: this.seal(this.refused, formId) };
  }

  isValidForRefused(token: string, formId: string): boolean {
    return this.ageOf(token, this.refused, formId) <= 24 * HOUR_MS;
  }

  private seal(sealer: Sealer, formId: string, first?: number): string {
    const times = [this.clock.now().getTime(), ...(first === undefined ? [] : [first])];
    return sealer.seal(times.join(' '), formId).toString('base64url');
  }

  /** The age in milliseconds; infinite for a token that is invalid or of another form. */
  private ageOf(token: string, sealer: Sealer, formId: string): number {
    const times = this.timesOf(token, sealer, formId);
    return times === null ? Infinity : this.clock.now().getTime() - times.latest;
  }

  /** Returns when the page was made and when it was first shown; null for a token that is invalid or of another form. */
  private timesOf(token: string, sealer: Sealer, formId: string): { latest: number; first: number } | null {
    const times = sealer.open(Buffer.from(token, 'base64url'), formId)?.toString().split(' ').map(Number);
    return times ? { latest: times[0]!, first: times[1] ?? times[0]! } : null;
  }
}

const HOUR_MS = 60 * 60 * 1000;

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/time';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import type { ControlFields, HiddenField } from './underscore-fields.rules';

/**
 * Tokens that a page of the service sends as `_nonce` to prove that it was shown for this form: the hosted page of a form, valid for an
 * hour, or the page that answers a refused submission, valid for a day, since a visitor may correct it later.
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

  /** Milliseconds since the hosted page was shown for the first time, also before a refusal; null for another token. */
  elapsedMsOf(token: string, formId: string): number | null {
    const times = this.timesOf(token, this.hosted, formId);
    return times && this.clock.now().getTime() - times.first;
  }

  /**
   * Token and key of the hosted page. The key stays the same after a refusal, so that values which were stored in spite of the error are
   * not stored twice; that of a copy does not, so that several people who have it are not taken for one.
   */
  hostedPageFields(formId: string, sent: Pick<ControlFields, 'pageKey' | 'pageToken'> | null): HiddenField[] {
    const times = sent?.pageToken == null ? null : this.timesOf(sent.pageToken, this.hosted, formId);
    const isOfOneVisit = times !== null && this.clock.now().getTime() - times.latest <= 24 * HOUR_MS;
    return [
      { name: '_nonce', value: this.seal(this.hosted, formId, isOfOneVisit ? times.first : undefined) },
      { name: '_key', value: (isOfOneVisit ? sent!.pageKey : null) ?? randomUUID() },
    ];
  }

  /** Pages of the service are no allowed origin of the form, so they prove where they come from. */
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

  /** In milliseconds; infinite for a token that is no token of this form. */
  private ageOf(token: string, sealer: Sealer, formId: string): number {
    const times = this.timesOf(token, sealer, formId);
    return times === null ? Infinity : this.clock.now().getTime() - times.latest;
  }

  /** The times at which the page was made and was first shown; null for a token that is none of this form. */
  private timesOf(token: string, sealer: Sealer, formId: string): { latest: number; first: number } | null {
    const times = sealer.open(Buffer.from(token, 'base64url'), formId)?.toString().split(' ').map(Number);
    return times ? { latest: times[0]!, first: times[1] ?? times[0]! } : null;
  }
}

const HOUR_MS = 60 * 60 * 1000;

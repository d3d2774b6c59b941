import { Injectable } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { makeSecret } from '../api/auth/secret-format.rules';
import { Clock } from '../platform/time';
import { sha256Of, MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import type { FormEntity } from './form.entity';
import { nextRevision, type RotatedToken } from './form.rules';
import { FormsRepository } from './forms.repository';
import { RetiredSubmissionTokensRepository } from './retired-submission-tokens.repository';

/** Rotates submission tokens. A rotation increments the revision of the form, so that every process loads the new token. */
@Injectable()
export class SubmissionTokenService {
  constructor(
    private readonly forms: FormsRepository,
    private readonly retired: RetiredSubmissionTokensRepository,
    private readonly clock: Clock,
  ) {}

  /** Replaces the token of a locked form. Without an overlap all earlier tokens end at once. Throws 409 for a sixth token in overlap. */
  async rotate(form: FormEntity, overlapSeconds: number): Promise<RotatedToken> {
    const now = this.clock.now();
    const previousValidUntil = overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null;
    if (previousValidUntil) await this.retire(form, previousValidUntil, now);
    else await this.retired.delete(form.id);
    const submissionToken = makeSecret('fst').text;
    const edit = { submissionTokenDigest: sha256Of(submissionToken), ...nextRevision(form, now) };
    await this.forms.update(form.id, edit);
    return { form: { ...form, ...edit }, submissionToken, previousValidUntil };
  }

  private async retire({ id, submissionTokenDigest: digest }: FormEntity, validUntil: Date, now: Date): Promise<void> {
    await this.retired.delete(id, now);
    if ((await this.retired.count(id)) >= MAX_PREVIOUS_SECRETS) throw new ApiError('too_many_secrets');
    await this.retired.insert({ formId: id, digest, validUntil });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { parseSecret } from '../api/auth/secret-format.rules';
import { ApiError } from '../api/errors/api-error';
import { FailedAuthentications } from '../api/rate-limit/bucket-store';
import { Clock } from '../platform/time';
import { type Config, CONFIG } from '../platform/config/config';
import type { SubmissionSource } from '../submissions/submission.entity';
import type { CompiledForm } from './compiled-form';
import type { ControlFields } from './underscore-fields.rules';
import { OriginMissing, PageExpired } from './intake-errors';
import { PageTokens } from './page-tokens';
import type { ReceivedSubmission } from './received-submission';
import type { SubmissionCredential } from './submission-tokens';

/** Decides who may submit to a form, and which source the submission gets. */
@Injectable()
export class SubmissionAuthorizer {
  constructor(
    private readonly failures: FailedAuthentications,
    private readonly pageTokens: PageTokens,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Requires the submission token of the form or, without any credential, an allowed origin. The service's own origin needs no entry in
   * the list: like the hosted page from any origin, it has to send a page token, which `sourceOf` checks once the body is read.
   * Throws 401, 403 or 429.
   */
  async authorize(form: CompiledForm, { credential, origin, address }: ReceivedSubmission): Promise<void> {
    if (credential.kind === 'page') return;
    if (credential.kind === 'none') {
      if (form.origins.allows(origin) || origin === this.ownOrigin()) return;
      throw origin === undefined ? new OriginMissing() : new ApiError('origin_not_allowed');
    }
    if (credential.kind === 'token' && form.tokens.accept(credential.token, this.clock.now())) return;
    if (isImpossible(credential)) await this.failures.count(address);
    throw new ApiError('invalid_submission_token', {
      ...(isApiKey(credential) && { message: API_KEY_SENT }),
      headers: { 'WWW-Authenticate': 'Bearer realm="submissions"' },
    });
  }

  /**
   * Counts a failed authentication once the current revision of the form has confirmed it: a process whose revision is outdated does not
   * know the newest token yet. `authorize` has counted what cannot be a token of any revision. Throws 429.
   */
  async countConfirmedFailure({ credential, address }: ReceivedSubmission): Promise<void> {
    if (isWellFormed(credential)) await this.failures.count(address);
  }

  /**
   * The source of an authorized submission. One that is sent again from the page that answered its refusal keeps the source of the
   * website it came from. Throws 403 for the service's own origin without a page token, unless it is listed, and 422 for the hosted page
   * without one.
   */
  sourceOf(form: CompiledForm, { credential, origin }: ReceivedSubmission, { pageToken }: ControlFields): SubmissionSource {
    if (credential.kind === 'token') return 'api';
    if (pageToken !== null && this.pageTokens.isValid(pageToken, form.formId)) return 'hosted_form';
    if (credential.kind === 'page') throw new PageExpired();
    const isSentAgain = pageToken !== null && this.pageTokens.isValidForRefused(pageToken, form.formId);
    if (!isSentAgain && !form.origins.allows(origin)) throw new ApiError('origin_not_allowed');
    return 'form_submit';
  }

  private ownOrigin(): string {
    return new URL(this.config.baseUrl).origin;
  }
}

/** An empty header is no attempt to guess a token. */
const isImpossible = (credential: SubmissionCredential): boolean =>
  credential.kind === 'invalid' ? !credential.isEmpty : !isWellFormed(credential);

/** The checksum of a token tells without a query whether it was ever issued. */
const isWellFormed = (credential: SubmissionCredential): boolean =>
  credential.kind === 'token' && parseSecret('fst', credential.token) !== null;

/** API keys are recognized by their prefix alone; whether the key is valid is not looked up here. */
const isApiKey = (credential: SubmissionCredential): boolean => credential.kind === 'token' && credential.token.startsWith('fck_');

const API_KEY_SENT = "This is an API key. Send the form's submission token, which begins with fst_, and keep the key out of pages.";

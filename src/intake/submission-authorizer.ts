import { Inject, Injectable } from '@nestjs/common';
import { parseSecret } from '../api/auth/secret-format.rules';
import { ApiError } from '../api/errors/api-error';
import { FailedAuthentications } from '../api/rate-limit/bucket-store';
import { Clock } from '../platform/time';
import { type Config, CONFIG } from '../platform/config/config';
import type { SubmissionSource } from '../submissions/submission.entity';
import type { CompiledForm } from './compiled-form';
import type { ControlFields } from './underscore-fields.rules';
import { OriginHidden, OriginMissing, PageExpired } from './intake-errors';
import { PageTokens } from './page-tokens';
import type { ReceivedSubmission } from './received-submission';
import type { SubmissionCredential } from './submission-tokens';

/** Decides who may submit to a form, and determines the source of the submission. */
@Injectable()
export class SubmissionAuthorizer {
  constructor(
    private readonly failures: FailedAuthentications,
    private readonly pageTokens: PageTokens,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Requires the submission token of the form or, without any credential, an allowed origin. The service's own origin does not have to be
   * listed; its pages, like the hosted page from any origin, send a page token, which `sourceOf` checks once the body is read. Throws 401,
   * 403 or 429.
   */
  async authorize(form: CompiledForm, { credential, origin, address }: ReceivedSubmission): Promise<void> {
    if (credential.kind === 'page') return;
    if (credential.kind === 'none') {
      if (form.origins.allows(origin) || origin === this.ownOrigin()) return;
      if (origin === undefined) throw new OriginMissing();
      throw origin === 'null' ? new OriginHidden() : new ApiError('origin_not_allowed');
    }
    if (credential.kind === 'token' && form.tokens.accept(credential.token, this.clock.now())) return;
    if (isImpossible(credential)) await this.failures.count(address);
    throw new ApiError('invalid_submission_token', {
      ...(isApiKey(credential) && { message: API_KEY_SENT }),
      headers: { 'WWW-Authenticate': 'Bearer realm="submissions"' },
    });
  }

  /** Counts a failure that the current revision has confirmed, since only that one knows the newest token. Throws 429. */
  async countConfirmedFailure({ credential, address }: ReceivedSubmission): Promise<void> {
    if (isWellFormed(credential)) await this.failures.count(address);
  }

  /**
   * Returns the source of an authorized submission. A submission from a refusal page keeps the source of the original website, and the form
   * of a website may be sent to the hosted page as to the submit address. Throws 403 for the service's own origin without a page token,
   * unless it is listed, and 422 for the hosted page without one.
   */
  sourceOf(form: CompiledForm, { credential, origin }: ReceivedSubmission, { pageToken }: ControlFields): SubmissionSource {
    if (credential.kind === 'token') return 'api';
    if (pageToken !== null && this.pageTokens.isValid(pageToken, form.formId)) return 'hosted_form';
    if (credential.kind === 'page' && !this.isOfWebsite(form, origin, pageToken)) throw new PageExpired();
    const isSentAgain = pageToken !== null && this.pageTokens.isValidForRefused(pageToken, form.formId);
    if (!isSentAgain && !form.origins.allows(origin)) throw new ApiError('origin_not_allowed');
    return 'form_submit';
  }

  /** The form of an allowed website has no page token, unlike the hosted page. */
  private isOfWebsite(form: CompiledForm, origin: string | undefined, pageToken: string | null): boolean {
    return pageToken === null && origin !== undefined && origin !== this.ownOrigin() && form.origins.allows(origin);
  }

  private ownOrigin(): string {
    return new URL(this.config.baseUrl).origin;
  }
}

/** True for a credential that cannot be a token. An empty header is not counted as an attempt to guess one. */
const isImpossible = (credential: SubmissionCredential): boolean =>
  credential.kind === 'invalid' ? !credential.isEmpty : !isWellFormed(credential);

/** The checksum of a token shows, without a query, whether the token can be genuine. */
const isWellFormed = (credential: SubmissionCredential): boolean =>
  credential.kind === 'token' && parseSecret('fst', credential.token) !== null;

/** Recognizes API keys by their prefix, without looking them up. */
const isApiKey = (credential: SubmissionCredential): boolean => credential.kind === 'token' && credential.token.startsWith('fck_');

const API_KEY_SENT = "This is an API key. Send the form's submission token, which begins with fst_, and keep the key out of pages.";

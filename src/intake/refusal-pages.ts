import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiError, ErrorCode } from '../api/errors/api-error';
import { ErrorFilter } from '../api/errors/error.filter';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { publicPath } from '../platform/url.rules';
import { controlFieldsOf } from './control-fields.rules';
import { FormChanged, InvalidSubmission } from './intake-errors';
import { PageTokens } from './page-tokens';
import { pagePolicy } from './pages/page-policy.rules';
import { renderClosedPage, renderFormPage, renderNotFoundPage, renderRefusedPage } from './pages/page-renderer';
import { correctionOf, problemsOf, repetitionOf } from './pages/refusal-page.rules';
import { pageLanguage } from './pages/texts/language.rules';
import type { Language } from './pages/texts/language.types';
import type { Message } from './pages/texts/message.types';
import { MAX_BODY_BYTES } from './submission-body';
import type { SubmissionRequest } from './submission-request';

/**
 * Answers browsers whose HTML form was refused with a page: the form with the values that were sent and the messages at its fields, a button
 * that sends the same values again when waiting helps, or the reason with the way back.
 */
@Injectable()
export class RefusalPages {
  constructor(
    private readonly errors: ErrorFilter,
    private readonly pageTokens: PageTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Status and headers are those of the JSON answer. */
  answer(thrown: unknown, submission: SubmissionRequest, request: Request, response: Response): void {
    const language = pageLanguage('auto', request.headers['accept-language']);
    this.errors.answer(thrown, request, response, (error, requestId) => {
      const page = this.pageFor({ error, submission, language, requestId });
      response.setHeader('Content-Security-Policy', policyFor(submission));
      response.setHeader('Referrer-Policy', 'same-origin'); // without a referrer browsers send `Origin: null`
      response.type('html').send(page);
    });
  }

  private pageFor(refusal: Refusal): string {
    const { error, submission, language } = refusal;
    const page = { language, styleSheet: publicPath(this.config.baseUrl, '/f/style.css') };
    const { form } = submission;
    if (error.code === 'resource_not_found') return renderNotFoundPage(page);
    if (error.code === 'form_disabled' && form) return renderClosedPage({ ...page, formTitle: form.name });
    return this.correctionPage(refusal, page) ?? this.refusedPage(refusal, page);
  }

  /** Null when the visitor cannot correct the submission here. */
  private correctionPage({ error, submission: { form, fields } }: Refusal, page: PageBasics): string | null {
    if (!(error instanceof InvalidSubmission) || !form || !fields) return null;
    const correction = correctionOf(form, fields, error.errors, this.config.uploads);
    return (
      correction &&
      renderFormPage({
        ...page,
        action: this.submitAddress(form.formId),
        title: form.name,
        intro: null,
        submitLabel: null,
        fields: correction.fields,
        hiddenFields: [...correction.hiddenFields, this.tokenField(form.formId)],
        notices: correction.needsFilesAgain ? ['choose_files_again'] : [],
        messages: [],
      })
    );
  }

  private refusedPage({ error, submission, requestId }: Refusal, page: PageBasics): string {
    const { form, fields } = submission;
    const repetition = form && fields && RESENDABLE.has(error.code) ? repetitionOf(fields) : null;
    return renderRefusedPage({
      ...page,
      problems:
        form && error instanceof InvalidSubmission
          ? problemsOf(form, error.errors)
          : [{ label: null, message: this.messageFor(error, submission) }],
      resend: form &&
        repetition && {
          action: this.submitAddress(form.formId),
          hiddenFields: [...repetition, this.tokenField(form.formId)],
        },
      reference: { code: error.code, message: error.message, requestId },
    });
  }

  /** The other refusals are mistakes of the website, such as an origin that is not listed. */
  private messageFor(error: ApiError, { isMultipart }: SubmissionRequest): Message {
    if (error instanceof FormChanged) return { code: 'form_changed' };
    if (error.code === 'payload_too_large' && isMultipart)
      return { code: 'files_too_large', maxBytes: this.config.uploads.maxTotalBytes };
    return MESSAGES[error.code] ?? { code: 'form_misconfigured' };
  }

  private submitAddress(formId: string): string {
    return publicPath(this.config.baseUrl, `/api/v1/forms/${formId}/submit`);
  }

  /** Pages of the service are no allowed origin of the form, so they prove where they come from. */
  private tokenField(formId: string): { name: string; value: string } {
    return { name: '_nonce', value: this.pageTokens.issueForRefused(formId) };
  }
}

interface Refusal {
  error: ApiError;
  submission: SubmissionRequest;
  language: Language;
  requestId: string;
}

type PageBasics = { language: Language; styleSheet: string };

/** Refusals of a valid submission that end by themselves within minutes. */
const RESENDABLE: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', 'service_unavailable', 'internal_error']);

const MESSAGES: Partial<Record<ErrorCode, Message>> = {
  malformed_request: { code: 'malformed' },
  request_timeout: { code: 'upload_timed_out' },
  payload_too_large: { code: 'too_large', maxBytes: MAX_BODY_BYTES },
  rate_limit_exceeded: { code: 'rate_limited' },
  submission_quota_exceeded: { code: 'quota_exceeded' },
  internal_error: { code: 'service_unavailable' },
  service_unavailable: { code: 'service_unavailable' },
};

/** Pages of the form's origins may show the page in a frame, since a form can have one as its target. */
function policyFor({ form, fields }: SubmissionRequest): string {
  if (!form) return pagePolicy({ redirect: null, frame: 'none', allowedOrigins: [] });
  const target = fields && controlFieldsOf(fields).redirect;
  return pagePolicy({
    redirect: target === null ? null : form.origins.allowsRedirect(target),
    frame: 'allowed_origins',
    allowedOrigins: form.allowedOrigins,
  });
}

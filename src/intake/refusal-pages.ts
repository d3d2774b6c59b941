import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiError, ErrorCode } from '../api/errors/api-error';
import { ErrorFilter } from '../api/errors/error.filter';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { publicPath } from '../platform/url.rules';
import { controlFieldsOf } from './control-fields.rules';
import { InvalidSubmission } from './intake-errors';
import { ownersTexts, pageBasics, POLICY_WITHOUT_FORM, sendPage, type PageBasics } from './page-responses';
import { PageTokens } from './page-tokens';
import type { PolicyInput } from './pages/page.types';
import { renderClosedPage, renderFormPage, renderNotFoundPage, renderRefusedPage } from './pages/page-renderer';
import { correctionOf, problemsOf, repetitionOf } from './pages/refusal-page.rules';
import { refusalMessage } from './refusal-messages';
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
    this.errors.answer(thrown, request, response, (error, requestId) => {
      const page = pageBasics(submission.form, request, this.config.baseUrl);
      sendPage(response, this.pageFor({ error, submission, requestId }, page), policyFor(submission));
    });
  }

  private pageFor(refusal: Refusal, page: PageBasics): string {
    const { error, submission } = refusal;
    const { form } = submission;
    if (error.code === 'resource_not_found') return renderNotFoundPage(page);
    if (error.code === 'form_disabled' && form)
      return renderClosedPage({ ...page, formTitle: ownersTexts(form).title });
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
        ...ownersTexts(form),
        action: this.submitAddress(form.formId),
        intro: null,
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
          : [
              {
                label: null,
                message: refusalMessage(error, submission.isMultipart, this.config.uploads.maxTotalBytes),
              },
            ],
      resend: form &&
        repetition && {
          action: this.submitAddress(form.formId),
          hiddenFields: [...repetition, this.tokenField(form.formId)],
        },
      reference: { code: error.code, message: error.message, requestId },
    });
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
  requestId: string;
}

/** Refusals of a valid submission that end by themselves within minutes. */
const RESENDABLE: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', 'service_unavailable', 'internal_error']);

/** Pages of the form's origins may show the page in a frame, since a form can have one as its target. */
function policyFor({ form, fields }: SubmissionRequest): PolicyInput {
  if (!form) return POLICY_WITHOUT_FORM;
  const target = fields && controlFieldsOf(fields).redirect;
  return {
    redirect: target === null ? null : form.origins.allowsRedirect(target),
    frame: 'allowed_origins',
    allowedOrigins: form.allowedOrigins,
  };
}

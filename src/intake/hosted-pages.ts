import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiError } from '../api/errors/api-error';
import { ErrorFilter } from '../api/errors/error.filter';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { parseUrl, publicPath } from '../platform/url.rules';
import { type CompiledForm, pageRedirect } from './compiled-form';
import { controlFieldsOf } from './control-fields.rules';
import { InvalidSubmission, PageExpired } from './intake-errors';
import type { FormTexts } from './form-encoding.rules';
import { ownersTexts, pageBasics, POLICY_WITHOUT_FORM, sendPage, type PageBasics } from './page-responses';
import { PageTokens } from './page-tokens';
import {
  renderClosedPage,
  renderFormPage,
  renderNotFoundPage,
  renderRefusedPage,
  renderThanksPage,
  renderUnavailablePage,
} from './pages/page-renderer';
import type { FormPageModel, PolicyInput } from './pages/page.types';
import { messagesOfAll, pageFields } from './pages/refusal-page.rules';
import { refusalMessage } from './refusal-messages';
import type { SubmissionError } from './submission-error.rules';
import type { SubmissionRequest } from './submission-request';
import { filesOf, type SubmittedFields } from './submitted-fields.rules';

/** The pages at the address of a form: the form itself, the form again after a refusal, thanks, and the reason why there is no form. */
@Injectable()
export class HostedPages {
  constructor(
    private readonly errors: ErrorFilter,
    private readonly pageTokens: PageTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The form, or that it is closed. */
  show(form: CompiledForm, request: Request, response: Response): void {
    const page = pageBasics(form, request, this.config.baseUrl);
    const html = form.isEnabled ? this.formPage(form, page, FRESH_PAGE) : this.closedPage(form, page);
    sendPage(response, html, policyOf(form));
  }

  /** Visitors who come from the page of the form are offered to fill it in again; those of a website are not, as it has its own form. */
  thank(form: CompiledForm, request: Request, response: Response): void {
    const { thanksTitle: title, thanksText: text } = form.settings.page;
    const address = this.addressOf(form);
    const formAddress = parseUrl(request.headers.referer ?? '')?.pathname === address ? address : null;
    const page = pageBasics(form, request, this.config.baseUrl);
    sendPage(response, renderThanksPage({ ...page, title, text, formAddress }), policyOf(form));
  }

  /** Answers a refused submission with a page, the form with its values where that is possible. Status and headers are those of the API. */
  refuse(thrown: unknown, submission: SubmissionRequest, request: Request, response: Response): void {
    this.errors.answer(thrown, request, response, (error, requestId) => {
      const { form } = submission;
      const html = this.refusalPage(error, submission, request, requestId);
      sendPage(response, html, form ? policyOf(form) : POLICY_WITHOUT_FORM);
    });
  }

  /** Answers the view of a page that cannot be shown. */
  refuseView(thrown: unknown, request: Request, response: Response): void {
    this.errors.answer(thrown, request, response, ({ code }) => {
      const page = pageBasics(null, request, this.config.baseUrl);
      const html = code === 'resource_not_found' ? renderNotFoundPage(page) : renderUnavailablePage(page);
      sendPage(response, html, POLICY_WITHOUT_FORM);
    });
  }

  addressOf({ formId }: Pick<CompiledForm, 'formId'>): string {
    return publicPath(this.config.baseUrl, `/f/${formId}`);
  }

  private refusalPage(error: ApiError, submission: SubmissionRequest, request: Request, requestId: string): string {
    const { form, fields } = submission;
    const page = pageBasics(form, request, this.config.baseUrl);
    if (error.code === 'resource_not_found') return renderNotFoundPage(page);
    if (form && error.code === 'form_disabled') return this.closedPage(form, page);
    if (form && fields)
      return this.formPage(form, page, this.correctionOf(form, fields, error, submission.isMultipart));
    const message = refusalMessage(error, submission.isMultipart, this.config.uploads.maxTotalBytes);
    const reference = { code: error.code, message: error.message, requestId };
    return renderRefusedPage({ ...page, problems: [{ label: null, message }], resend: null, reference });
  }

  /** The page with everything that was sent. Its key stays the same, so that values which were stored in spite of the error are not stored twice. */
  private correctionOf(form: CompiledForm, fields: SubmittedFields, error: ApiError, isMultipart: boolean): PageState {
    const errors = error instanceof InvalidSubmission ? error.errors : [];
    const isOther = !(error instanceof InvalidSubmission || error instanceof PageExpired);
    const message = refusalMessage(error, isMultipart, this.config.uploads.maxTotalBytes);
    return {
      texts: fields.encoding === 'json' ? NO_TEXTS : fields.form,
      key: controlFieldsOf(fields).pageKey,
      errors,
      messages: isOther ? [message] : messagesOfAll(form, errors),
      notices: [
        ...(error instanceof PageExpired ? (['expired'] as const) : []),
        ...(filesOf(fields).length > 0 ? (['choose_files_again'] as const) : []),
      ],
    };
  }

  private formPage(form: CompiledForm, page: PageBasics, state: PageState): string {
    return renderFormPage({
      ...page,
      ...ownersTexts(form),
      intro: form.settings.page.intro,
      action: this.addressOf(form),
      fields: pageFields(form, state.texts, state.errors, this.config.uploads),
      hiddenFields: [
        { name: '_nonce', value: this.pageTokens.issue(form.formId) },
        { name: '_key', value: state.key ?? randomUUID() },
      ],
      notices: state.notices,
      messages: state.messages,
    });
  }

  private closedPage(form: CompiledForm, page: PageBasics): string {
    return renderClosedPage({ ...page, formTitle: ownersTexts(form).title });
  }
}

/** What a page shows besides the form itself. */
interface PageState extends Pick<FormPageModel, 'messages' | 'notices'> {
  texts: FormTexts;
  /** Null for a new one. */
  key: string | null;
  errors: readonly SubmissionError[];
}

const NO_TEXTS: FormTexts = { texts: new Map(), lists: new Set() };

const FRESH_PAGE: PageState = { texts: NO_TEXTS, key: null, errors: [], messages: [], notices: [] };

function policyOf(form: CompiledForm): PolicyInput {
  const { frame } = form.settings.page;
  return { redirect: pageRedirect(form), frame, allowedOrigins: form.allowedOrigins };
}

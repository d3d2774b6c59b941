import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { errorBody, ErrorFilter } from '../../api/http/error.filter';
import { contextOf } from '../../api/operation/request-context';
import { type Config, CONFIG } from '../../platform/config/config';
import { childSpan, traceOf } from '../../platform/tracing/spans';
import { pageRedirect } from '../compiled-form';
import type { SubmitResult } from '../intake.service';
import { ReceiptView } from '../receipt-view.dto';
import type { ReceivedSubmission } from '../received-submission';
import { confirmationTextOf, isOfVisitor, languageOf, localizedError } from '../visitor-messages';
import { PAGE_TEXTS } from './form-page.rules';
import { FormPages } from './form-pages';
import { scriptErrors } from './script-errors';

/**
 * Answers scripts that submit to the address of a page. They were made for other form services, whose members these answers have beside
 * those of the submit address: `next` or `errors`, and `ok`, `success` and `message`.
 */
@Injectable()
export class ScriptAnswers {
  constructor(
    private readonly pages: FormPages,
    private readonly errors: ErrorFilter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  confirm({ form }: ReceivedSubmission, { receipt, isReplayed, redirect }: SubmitResult, response: Response): void {
    const { req: request } = response;
    const context = contextOf(request);
    context.span = isReplayed ? childSpan(traceOf(receipt.id)) : traceOf(receipt.id);
    if (isReplayed) response.setHeader('Idempotency-Replayed', 'true');
    response.vary('Accept-Language');
    const { formId, settings } = form!;
    const title = settings.page.thanks_title ?? PAGE_TEXTS[languageOf(request)].thanks.title;
    const confirmationText = receipt.asksConfirmation ? confirmationTextOf(form!, request) : null;
    const thanks = new URL(this.pages.thanksAddressOf(formId, receipt), this.config.baseUrl);
    response.status(200).json({
      ok: true,
      success: true,
      message: confirmationText === null ? title : `${title} – ${confirmationText}`,
      next: (redirect ?? pageRedirect(form!) ?? thanks).href,
      data: ReceiptView.from(formId, receipt, { confirmationText }),
      request_id: context.requestId,
    });
  }

  refuse(thrown: unknown, response: Response): void {
    const { req: request } = response;
    this.errors.answer(thrown, request, response, (error, requestId) => {
      const isVisitor = isOfVisitor(request);
      if (isVisitor) response.vary('Accept-Language');
      const told = isVisitor ? localizedError(error, languageOf(request)) : error;
      const members = { ok: false, success: false, message: told.message, errors: scriptErrors(error, told) };
      response.json({ ...members, ...errorBody(told, requestId) });
    });
  }
}

import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError } from '../api/errors/api-error';
import { PublicRoute } from '../api/operation/operation';
import { contextOf } from '../api/operation/request-context';
import { isAcceptedForm, isSubmittedForm } from './browser-form.rules';
import { pageRedirect } from './compiled-form';
import { CompiledFormCache } from './compiled-form-cache';
import { childSpan, traceOf } from '../platform/tracing/spans';
import { MultipartReceiver } from './multipart/multipart-receiver';
import { FormAvailability } from './form-availability';
import { IntakeLimits } from './intake-limits';
import { RefusalsService } from './refusals/refusals.service';
import { IntakeService } from './intake.service';
import type { SubmitResult } from './intake.service';
import { confirmationTextOf } from './visitor-messages';
import { documentSubmit } from './submit-document';
import { ReceiptView } from './receipt-view.dto';
import { FormPages } from './pages/form-pages';
import { type CrossOriginRules, PublicFormRoute } from './public-form-route';
import { type ReceivedSubmission, receivedFrom } from './received-submission';
import { credentialOf } from './submission-tokens';

/** The submit address of a form. It needs no API key, so its limits and refusals are those of the intake. */
@ApiTags('Intake')
@Controller('api/v1/forms/:id/submit')
export class SubmitController extends PublicFormRoute {
  protected readonly crossOrigin: CrossOriginRules = {
    method: 'POST',
    headers: 'content-type, accept, idempotency-key',
    exposed: 'X-Request-Id, Retry-After, Idempotency-Replayed',
    isSubmission: true,
  };

  constructor(
    forms: CompiledFormCache,
    limits: IntakeLimits,
    refusals: RefusalsService,
    private readonly intake: IntakeService,
    private readonly receiver: MultipartReceiver,
    private readonly pages: FormPages,
    private readonly availability: FormAvailability,
  ) {
    super(forms, limits, refusals);
  }

  /** Refusals are answered with a page when a browser itself submitted a form. */
  @Post()
  @PublicRoute()
  @documentSubmit()
  async submit(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const credential = credentialOf(request.rawHeaders);
    const answersPage = credential.kind === 'none' && isSubmittedForm(request);
    const submission = receivedFrom(request, credential, this.receiver, answersPage);
    try {
      const received = this.intake.receive(formId, submission).finally(() => this.allowOrigin(response, submission.form));
      this.confirm(submission, await received, response);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'origin_not_allowed') this.allowRefused(response);
      if (!answersPage) throw error;
      const availability = await this.availability.ofRefused(submission.form);
      this.pages.refuse(error, submission, availability, 'submit_address', response);
    } finally {
      await submission.body.release();
    }
  }

  private confirm({ form, credential }: ReceivedSubmission, result: SubmitResult, response: Response): void {
    const { formId } = form!;
    const isVisitor = credential.kind === 'none';
    const next = result.redirect ?? (isVisitor ? pageRedirect(form!) : null);
    const { req: request } = response;
    contextOf(request).span = result.isReplayed ? childSpan(traceOf(result.receipt.id)) : traceOf(result.receipt.id);
    if (result.isReplayed) response.setHeader('Idempotency-Replayed', 'true');
    if (isAcceptedForm(request)) {
      return response.redirect(303, next?.href ?? this.pages.thanksAddressOf(formId, result.receipt));
    }
    if (isVisitor) response.setHeader('Vary', 'Origin, Accept-Language'); // the language of refusals depends on Accept-Language
    const confirmationText = isVisitor ? confirmationTextOf(form!, request) : null;
    response
      .status(201)
      .json({ data: ReceiptView.from(formId, result.receipt, { next, confirmationText }), request_id: contextOf(request).requestId });
  }
}

import { Controller, HttpCode, Options, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../api/operation/operation';
import { contextOf } from '../api/operation/request-context';
import { isAcceptedForm } from './browser-form.rules';
import { answerPreflight } from './cors';
import { childSpan, traceOf } from '../platform/tracing/spans';
import { MultipartReceiver } from './multipart/multipart-receiver';
import { FormAvailability } from './form-availability';
import { IntakeService } from './intake.service';
import type { SubmitResult } from './intake.service';
import { documentSubmit } from './submit-document';
import { ReceiptView } from './receipt-view.dto';
import { FormPages } from './pages/form-pages';
import { SubmissionRequest } from './submission-request';

/** The submit address of a form. It needs no API key, so its limits and refusals are those of the intake. */
@ApiTags('Intake')
@Controller('api/v1/forms/:id/submit')
export class SubmitController {
  constructor(
    private readonly intake: IntakeService,
    private readonly receiver: MultipartReceiver,
    private readonly pages: FormPages,
    private readonly availability: FormAvailability,
  ) {}

  @Post()
  @PublicRoute()
  @documentSubmit()
  async submit(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const submission = new SubmissionRequest(request, response, this.receiver);
    try {
      this.confirm(formId, await this.intake.receive(formId, submission), request, response);
    } catch (error) {
      if (!submission.answersPage) throw error;
      const availability = await this.availability.ofRefused(submission.form);
      this.pages.refuse(error, submission, availability, 'submit_address', response);
    } finally {
      await submission.release();
    }
  }

  /** The CORS preflight, with which browsers ask whether a page of another origin may send JSON (WHATWG Fetch). */
  @Options()
  @HttpCode(204)
  @PublicRoute()
  @ApiExcludeEndpoint()
  async preflight(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    const isAllowed = origin !== undefined && (await this.intake.allowsOrigin(formId, origin));
    answerPreflight(response, {
      origin: isAllowed ? origin : null,
      allow: 'OPTIONS, POST',
      methods: 'POST',
      headers: 'content-type, accept, idempotency-key',
    });
  }

  private confirm(formId: string, result: SubmitResult, request: Request, response: Response): void {
    contextOf(request).span = result.isReplayed ? childSpan(traceOf(result.receipt.id)) : traceOf(result.receipt.id);
    if (result.isReplayed) response.setHeader('Idempotency-Replayed', 'true');
    if (isAcceptedForm(request)) {
      return response.redirect(303, result.redirect?.href ?? `${this.pages.addressOf(formId)}/thanks`);
    }
    response.status(201).json({ data: ReceiptView.from(formId, result.receipt), request_id: contextOf(request).requestId });
  }
}

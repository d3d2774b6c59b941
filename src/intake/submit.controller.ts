import { Controller, HttpCode, Inject, Options, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { PublicRoute } from '../api/operation/operation';
import { contextOf } from '../api/http/request-context';
import { publicPath } from '../platform/url.rules';
import { MultipartReceiver } from './multipart/multipart-receiver';
import { IntakeService, type SubmitResult } from './intake.service';
import { documentPreflight, documentSubmit } from './submit-document';
import { ReceiptView } from './receipt-view.dto';
import { SubmissionRequest } from './submission-request';

/** The submit address of a form. It needs no API key, so its limits and refusals are those of the intake. */
@ApiTags('Intake')
@Controller('api/v1/forms/:id/submit')
export class SubmitController {
  constructor(
    private readonly intake: IntakeService,
    private readonly receiver: MultipartReceiver,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @PublicRoute()
  @documentSubmit()
  async submit(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const result = await this.receive(formId, new SubmissionRequest(request, response, this.receiver));
    if (result.isReplayed) response.setHeader('Idempotency-Replayed', 'true');
    if (prefersPage(request)) return void response.redirect(303, result.redirect?.href ?? this.thanksPage(formId));
    response
      .status(201)
      .json({ data: ReceiptView.from(formId, result.receipt), request_id: contextOf(request).requestId });
  }

  /** The CORS preflight, with which browsers ask whether a page of another origin may send JSON (WHATWG Fetch). */
  @Options()
  @HttpCode(204)
  @PublicRoute()
  @documentPreflight()
  async preflight(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    response.setHeader('Allow', 'OPTIONS, POST');
    response.setHeader('Vary', 'Origin, Access-Control-Request-Headers');
    if (origin !== undefined && (await this.intake.allowsOrigin(formId, origin))) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', 'POST');
      response.setHeader('Access-Control-Allow-Headers', 'content-type, accept, idempotency-key');
      response.setHeader('Access-Control-Max-Age', '600');
    }
    response.end();
  }

  private async receive(formId: string, submission: SubmissionRequest): Promise<SubmitResult> {
    try {
      return await this.intake.receive(formId, submission);
    } finally {
      await submission.release();
    }
  }

  private thanksPage(formId: string): string {
    return publicPath(this.config.baseUrl, `/f/${formId}/thanks`);
  }
}

/** Whether the browser itself submitted an HTML form and shows the response as a page. Scripts accept JSON. */
function prefersPage(request: Request): boolean {
  const isForm = request.is(['application/x-www-form-urlencoded', 'multipart/form-data']);
  return isForm !== false && request.accepts(['json', 'html']) === 'html';
}

import { Controller, HttpCode, Inject, Options, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { PublicRoute } from '../api/operation/operation';
import { contextOf } from '../api/http/request-context';
import { publicPath } from '../platform/url.rules';
import { IntakeService } from './intake.service';
import { documentPreflight, documentSubmit } from './submit-document';
import { ReceiptView } from './receipt-view.dto';
import { SubmissionRequest } from './submission-request';

/** The public address of a form. */
@ApiTags('Intake')
@Controller('api/v1/forms/:id/submit')
export class SubmitController {
  constructor(
    private readonly intake: IntakeService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @PublicRoute()
  @documentSubmit()
  async submit(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const received = await this.intake.receive(formId, new SubmissionRequest(request, response));
    if (received.isRepeated) response.setHeader('Idempotency-Replayed', 'true');
    if (wantsPage(request)) return void response.redirect(303, received.redirect?.href ?? this.thanksPage(formId));
    response
      .status(201)
      .json({ data: ReceiptView.from(formId, received.receipt), request_id: contextOf(request).requestId });
  }

  /** What a browser asks before a page of another origin may send JSON (WHATWG Fetch, CORS-preflight request). */
  @Options()
  @HttpCode(204)
  @PublicRoute()
  @documentPreflight()
  async preflight(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    response.setHeader('Allow', 'OPTIONS, POST');
    response.setHeader('Vary', 'Origin, Access-Control-Request-Headers');
    if (origin !== undefined && (await this.intake.mayAsk(formId, origin))) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', 'POST');
      response.setHeader('Access-Control-Allow-Headers', 'content-type, accept, idempotency-key');
      response.setHeader('Access-Control-Max-Age', '600');
    }
    response.end();
  }

  private thanksPage(formId: string): string {
    return publicPath(this.config.baseUrl, `/f/${formId}/thanks`);
  }
}

/** A page that posts a form by itself shows the answer to a person; scripts ask for JSON. */
function wantsPage(request: Request): boolean {
  const isForm = request.is(['application/x-www-form-urlencoded', 'multipart/form-data']);
  return isForm !== false && request.accepts(['json', 'html']) === 'html';
}

import { Controller, HttpCode, Inject, Options, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Config } from '../platform/config/config';
import { CONFIG } from '../platform/config/config.token';
import { PublicRoute } from '../api/operation/operation';
import { contextOf } from '../api/http/request-context';
import { answerPreflight } from './cors';
import { publicPath } from '../platform/url.rules';
import { below, rootOf } from '../platform/tracing/spans';
import { MultipartReceiver } from './multipart/multipart-receiver';
import { IntakeService } from './intake.service';
import type { SubmitResult } from './intake.service';
import { documentSubmit } from './submit-document';
import { ReceiptView } from './receipt-view.dto';
import { RefusalPages } from './refusal-pages';
import { SubmissionRequest } from './submission-request';

/** The submit address of a form. It needs no API key, so its limits and refusals are those of the intake. */
@ApiTags('Intake')
@Controller('api/v1/forms/:id/submit')
export class SubmitController {
  constructor(
    private readonly intake: IntakeService,
    private readonly receiver: MultipartReceiver,
    private readonly refusals: RefusalPages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @PublicRoute()
  @documentSubmit()
  async submit(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const submission = new SubmissionRequest(request, response, this.receiver);
    try {
      this.confirm(formId, await this.intake.receive(formId, submission), request, response);
    } catch (error) {
      if (submission.credential.kind !== 'none' || !prefersPage(request, FORM_ENCODINGS_OF_HTML)) throw error;
      this.refusals.answer(error, submission, request, response);
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
    contextOf(request).span = result.isReplayed ? below(rootOf(result.receipt.id)) : rootOf(result.receipt.id);
    if (result.isReplayed) response.setHeader('Idempotency-Replayed', 'true');
    if (prefersPage(request, FORM_ENCODINGS)) {
      return response.redirect(303, result.redirect?.href ?? this.thanksPage(formId));
    }
    response
      .status(201)
      .json({ data: ReceiptView.from(formId, result.receipt), request_id: contextOf(request).requestId });
  }

  private thanksPage(formId: string): string {
    return publicPath(this.config.baseUrl, `/f/${formId}/thanks`);
  }
}

const FORM_ENCODINGS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The encodings that a form of HTML can have, also the one that is refused. */
const FORM_ENCODINGS_OF_HTML = [...FORM_ENCODINGS, 'text/plain'];

/** True when a browser itself submitted a form in one of the encodings and will show the response as a page. Scripts accept JSON. */
const prefersPage = (request: Request, encodings: string[]): boolean =>
  request.is(encodings) !== false && request.accepts(['json', 'html']) === 'html';

import { Controller, Get, HttpCode, Inject, Options, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError } from '../../api/errors/api-error';
import { contextOf } from '../../api/operation/request-context';
import { PublicRoute } from '../../api/operation/operation';
import { ifNoneMatchHits } from '../../api/operation/etag.rules';
import { type Config, CONFIG } from '../../platform/config/config';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { isUnlimited } from '../availability.rules';
import { FormAvailability } from '../form-availability';
import { CompiledFormCache } from '../compiled-form-cache';
import { answerPreflight, setCorsHeaders } from '../cors';
import { documentFormSchema } from './form-schema-document';
import { FormSchemaView } from './form-schema-view.dto';

/** The public description of a form, from which pages and apps build their own. */
@ApiTags('Intake')
@Controller('api/v1/forms/:id/schema')
export class FormSchemaController {
  constructor(
    private readonly forms: CompiledFormCache,
    private readonly availability: FormAvailability,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @PublicRoute()
  @documentFormSchema()
  async show(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    setCorsHeaders(response, { origin, isAllowed: true, exposed: EXPOSED });
    const form = await this.forms.getCurrent(formId);
    setCorsHeaders(response, { origin, isAllowed: form.origins.allows(origin), exposed: EXPOSED });
    if (!form.isEnabled) throw new ApiError('form_disabled');
    const availability = await this.availability.of(formId, form.settings.intake);
    const data = FormSchemaView.from(form, availability, this.config.baseUrl, this.config.uploads);
    const etag = `"${sha256Of(JSON.stringify(data)).toString('base64url')}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', `public, max-age=${isUnlimited(form.settings.intake) ? 30 : 2}`);
    if (ifNoneMatchHits(request.headers['if-none-match'], etag)) return void response.status(304).end();
    response.json({ data, request_id: contextOf(request).requestId });
  }

  /** Browsers ask before they send `If-None-Match` to another origin. */
  @Options()
  @HttpCode(204)
  @PublicRoute()
  @ApiExcludeEndpoint()
  async preflight(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    const { origins } = await this.forms.getCurrent(formId);
    answerPreflight(response, {
      origin: origin !== undefined && origins.allows(origin) ? origin : null,
      allow: 'GET, HEAD, OPTIONS',
      methods: 'GET',
      headers: 'accept, if-none-match',
    });
  }
}

const EXPOSED = 'ETag, X-Request-Id, Retry-After';

import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { contextOf } from '../../api/operation/request-context';
import { PublicRoute } from '../../api/operation/operation';
import { ifNoneMatchHits } from '../../api/operation/etag.rules';
import { type Config, CONFIG } from '../../platform/config/config';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { isUnlimited } from '../availability.rules';
import { FormAvailability } from '../form-availability';
import { CompiledFormCache } from '../compiled-form-cache';
import { IntakeLimits } from '../intake-limits';
import { type CrossOriginRules, PublicFormRoute } from '../public-form-route';
import { documentFormSchema } from './form-schema-document';
import { FormSchemaView } from './form-schema-view.dto';

/** The public description of a form, from which pages and apps build their own. */
@ApiTags('Intake')
@Controller('api/v1/forms/:id/schema')
export class FormSchemaController extends PublicFormRoute {
  /** Browsers ask before they send `If-None-Match` to another origin. */
  protected readonly crossOrigin: CrossOriginRules = {
    method: 'GET',
    headers: 'accept, if-none-match',
    exposed: 'ETag, X-Request-Id, Retry-After',
  };

  constructor(
    forms: CompiledFormCache,
    limits: IntakeLimits,
    private readonly availability: FormAvailability,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(forms, limits);
  }

  @Get()
  @PublicRoute()
  @documentFormSchema()
  async show(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await this.enabledForm(formId, request, response);
    const { intake } = form.settings;
    const data = FormSchemaView.from(form, await this.availability.of(formId, intake), this.config.baseUrl, this.config.uploads);
    const etag = `"${sha256Of(JSON.stringify(data)).toString('base64url')}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', `public, max-age=${isUnlimited(intake) ? 30 : 2}`);
    if (ifNoneMatchHits(request.headers['if-none-match'], etag)) return void response.status(304).end();
    response.json({ data, request_id: contextOf(request).requestId });
  }
}

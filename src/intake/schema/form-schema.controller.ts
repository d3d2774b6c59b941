import { applyDecorators, Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { compressedFor } from '../../api/answer/compression';
import { FreshTexts } from '../../api/answer/fresh-texts';
import { TextWithGaps } from '../../api/answer/text-with-gaps';
import { documentErrors, REQUEST_ID } from '../../api/openapi/error-document';
import { documentNotModified, IF_NONE_MATCH } from '../../api/operation/operation-document';
import { headerReferences } from '../../api/openapi/response-headers';
import { contextOf } from '../../api/operation/request-context';
import { PublicRoute } from '../../api/operation/operation';
import { ifNoneMatchHits } from '../../api/operation/etag.rules';
import { type Config, CONFIG } from '../../platform/config/config';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { type Availability, isUnlimited } from '../availability.rules';
import type { CompiledForm } from '../compiled-form';
import { FormAvailability } from '../form-availability';
import { CompiledFormCache } from '../compiled-form-cache';
import { IntakeLimits } from '../intake-limits';
import { RefusalsService } from '../refusals/refusals.service';
import { type CrossOriginRules, PublicFormRoute } from '../public-form-route';
import { FormSchemaView } from './form-schema-view.dto';

const documentFormSchema = (): MethodDecorator =>
  applyDecorators(
    swagger.ApiExtraModels(FormSchemaView),
    swagger.ApiOperation({
      operationId: 'getFormSchema',
      summary: 'Get what visitors may know of a form',
      description:
        'Needs no API key. For pages and apps that show the form themselves; scripts may read it on the pages of the allowed origins. It may be cached for 30 seconds, for 2 where the form has limits.',
      security: [],
    }),
    swagger.ApiParam({ name: 'id', description: 'The id of a form.', type: 'string', format: 'uuid' }),
    swagger.ApiHeader(IF_NONE_MATCH),
    swagger.ApiResponse({
      status: 200,
      description: 'Done.',
      headers: headerReferences(['X-Request-Id', 'ETag']),
      schema: {
        type: 'object',
        required: ['data', 'request_id'],
        properties: { data: { $ref: swagger.getSchemaPath(FormSchemaView) }, request_id: REQUEST_ID },
      },
    }),
    documentNotModified(),
    ...documentErrors(['form_disabled', 'resource_not_found']),
  );

/** The public description of a form, from which pages and apps build their own forms. */
@swagger.ApiTags('Intake')
@Controller('api/v1/forms/:id/schema')
export class FormSchemaController extends PublicFormRoute {
  /** `If-None-Match` needs a preflight request from other origins. */
  protected readonly crossOrigin: CrossOriginRules = {
    method: 'GET',
    headers: 'accept, if-none-match',
    exposed: 'ETag, X-Request-Id, Retry-After',
  };

  private readonly schemas = new FreshTexts<Schema>();

  constructor(
    forms: CompiledFormCache,
    limits: IntakeLimits,
    refusals: RefusalsService,
    private readonly availability: FormAvailability,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super(forms, limits, refusals);
  }

  @Get()
  @PublicRoute()
  @documentFormSchema()
  async show(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const form = await this.enabledForm(formId, request, response);
    const { intake } = form.settings;
    const { etag, text } = this.schemaOf(form, await this.availability.of(formId, intake));
    response.setHeader('ETag', `W/${etag}`); // weak, since caches use it for all content codings
    response.setHeader('Cache-Control', `public, max-age=${isUnlimited(intake) ? 30 : 2}`);
    const isKnown = ifNoneMatchHits(request.headers['if-none-match'], etag);
    if (isKnown) response.status(304).vary('Accept-Encoding').send();
    else response.send(compressedFor(text, [contextOf(request).requestId], response.type('json')));
  }

  /** Returns the response, which is the same for all clients except for the id of the request. */
  private schemaOf(form: CompiledForm, availability: Availability): Schema {
    return this.schemas.get(JSON.stringify([form.formId, form.revision, availability]), () => {
      const data = JSON.stringify(FormSchemaView.from(form, availability, this.config.baseUrl, this.config.uploads));
      const text = new TextWithGaps(`{"data":${data},"request_id":"`, '"}');
      return { etag: `"${sha256Of(data).toString('base64url')}"`, text, bytes: text.bytes };
    });
  }
}

interface Schema {
  etag: string;
  text: TextWithGaps;
  bytes: number;
}

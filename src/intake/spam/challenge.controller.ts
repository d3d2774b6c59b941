import { applyDecorators, Controller, Get, Param, Req, Res } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { documentErrors } from '../../api/openapi/error-document';
import { headerReferences } from '../../api/openapi/response-headers';
import { PublicRoute } from '../../api/operation/operation';
import { CompiledFormCache } from '../compiled-form-cache';
import { IntakeLimits } from '../intake-limits';
import { type CrossOriginRules, PublicFormRoute } from '../public-form-route';
import { Challenges } from './challenges';

/** Documents the challenges of a form. */
const documentChallenge = (): MethodDecorator =>
  applyDecorators(
    swagger.ApiOperation({
      operationId: 'getFormChallenge',
      summary: 'Get a challenge to solve before a submission',
      description:
        'Needs no API key. The answer is that of the ALTCHA protocol, without an envelope; its solution is sent as `_altcha`, counts for one submission to this form, and is valid for ten minutes.',
      security: [{}],
    }),
    swagger.ApiParam({ name: 'id', description: 'The id of a form.', type: 'string', format: 'uuid' }),
    swagger.ApiResponse({
      status: 200,
      description: 'Done.',
      headers: headerReferences(['X-Request-Id']),
      schema: {
        type: 'object',
        required: ['parameters', 'signature'],
        properties: {
          parameters: { type: 'object', additionalProperties: true },
          signature: { type: 'string', description: 'Over the parameters, with a key of the service.' },
        },
      },
    }),
    ...documentErrors(['form_disabled', 'resource_not_found', 'rate_limit_exceeded']),
  );

/** Challenges for pages that send submissions. */
@swagger.ApiTags('Intake')
@Controller('api/v1/forms/:id/challenge')
export class ChallengeController extends PublicFormRoute {
  protected readonly crossOrigin: CrossOriginRules = { method: 'GET', headers: 'accept', exposed: 'X-Request-Id, Retry-After' };

  constructor(
    forms: CompiledFormCache,
    limits: IntakeLimits,
    private readonly challenges: Challenges,
  ) {
    super(forms, limits);
  }

  @Get()
  @PublicRoute()
  @documentChallenge()
  async issue(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { settings } = await this.enabledForm(formId, request, response, 'challenge');
    response.setHeader('Cache-Control', 'no-store');
    const challenge = await this.challenges.issue(formId, settings.spam.proof_of_work !== 'off');
    response.type('json').end(JSON.stringify(challenge)); // Express would answer 304 to "If-None-Match: *", and each challenge is new
  }
}

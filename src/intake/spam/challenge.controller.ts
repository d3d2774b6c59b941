import { applyDecorators, Controller, Get, Param, Req, Res } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { documentErrors } from '../../api/openapi/error-document';
import { headerReferences } from '../../api/openapi/response-headers';
import { PublicRoute } from '../../api/operation/operation';
import { CompiledFormCache } from '../compiled-form-cache';
import { IntakeLimits } from '../intake-limits';
import { RefusalsService } from '../refusals/refusals.service';
import { type CrossOriginRules, PublicFormRoute } from '../public-form-route';
import { Challenges } from './challenges';

const PARAMETERS = {
  algorithm: 'PBKDF2/SHA-256',
  cost: 2000,
  data: { form: '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', made_at: 1795733557076, solve: true },
  expiresAt: 1795734158,
  keyLength: 32,
  keyPrefix: '00',
  nonce: '8e4b3b20ae08e1f97b6134248548abca',
  salt: '08b2569309f5562b640206a536e74caf',
};

const documentChallenge = (): MethodDecorator =>
  applyDecorators(
    swagger.ApiOperation({
      operationId: 'getFormChallenge',
      summary: 'Get a challenge to solve before a submission',
      description:
        'Needs no API key. The answer is that of the ALTCHA protocol, without an envelope; its solution is sent as `_altcha`, counts for one submission to this form, and is valid for ten minutes.',
      security: [],
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
          parameters: { type: 'object', additionalProperties: true, example: PARAMETERS },
          signature: { type: 'string', description: 'Over the parameters, with a key of the service.', example: 'd4c0c70b1efa149e8121…' },
        },
      },
    }),
    ...documentErrors(['form_disabled', 'resource_not_found', 'rate_limit_exceeded']),
  );

@swagger.ApiTags('Intake')
@Controller('api/v1/forms/:id/challenge')
export class ChallengeController extends PublicFormRoute {
  protected readonly crossOrigin: CrossOriginRules = { method: 'GET', headers: 'accept', exposed: 'X-Request-Id, Retry-After' };

  constructor(
    forms: CompiledFormCache,
    limits: IntakeLimits,
    refusals: RefusalsService,
    private readonly challenges: Challenges,
  ) {
    super(forms, limits, refusals);
  }

  @Get()
  @PublicRoute()
  @documentChallenge()
  async issue(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { settings } = await this.enabledForm(formId, request, response, 'challenge');
    response.setHeader('Cache-Control', 'no-store');
    const challenge = await this.challenges.issue(formId, settings.spam.proof_of_work !== 'off');
    response.type('json').end(JSON.stringify(challenge)); // Express would answer `If-None-Match: *` with 304, but each challenge is new
  }
}

import { Controller, Get, HttpCode, Options, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError } from '../../api/errors/api-error';
import { PublicRoute } from '../../api/operation/operation';
import { CompiledFormCache } from '../compiled-form-cache';
import { answerPreflight, setCorsHeaders } from '../cors';
import { IntakeLimits } from '../intake-limits';
import { documentChallenge } from './challenge-document';
import { Challenges } from './challenges';

/** Challenges for pages that send submissions. */
@ApiTags('Intake')
@Controller('api/v1/forms/:id/challenge')
export class ChallengeController {
  constructor(
    private readonly forms: CompiledFormCache,
    private readonly limits: IntakeLimits,
    private readonly challenges: Challenges,
  ) {}

  @Get()
  @PublicRoute()
  @documentChallenge()
  async issue(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    setCorsHeaders(response, { origin, isAllowed: true, exposed: EXPOSED });
    await this.limits.takeForAddress(request.ip, 'challenge');
    const form = await this.forms.getCurrent(formId);
    setCorsHeaders(response, { origin, isAllowed: form.origins.allows(origin), exposed: EXPOSED });
    if (!form.isEnabled) throw new ApiError('form_disabled');
    await this.limits.takeForAddressAndForm(request.ip, formId, 'challenge');
    response.setHeader('Cache-Control', 'no-store');
    const challenge = await this.challenges.issue(formId, form.settings.spam.proof_of_work !== 'off');
    response.type('json').end(JSON.stringify(challenge)); // Express would answer 304 to "If-None-Match: *", and each challenge is new
  }

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
      headers: 'accept',
    });
  }
}

const EXPOSED = 'X-Request-Id, Retry-After';

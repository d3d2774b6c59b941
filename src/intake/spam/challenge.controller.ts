import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { CompiledFormCache } from '../compiled-form-cache';
import { IntakeLimits } from '../intake-limits';
import { type CrossOriginRules, PublicFormRoute } from '../public-form-route';
import { documentChallenge } from './challenge-document';
import { Challenges } from './challenges';

/** Challenges for pages that send submissions. */
@ApiTags('Intake')
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

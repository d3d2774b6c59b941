import { HttpCode, Options, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError } from '../api/errors/api-error';
import { PublicRoute } from '../api/operation/operation';
import { isOneOrigin, type OriginMatcher } from '../forms/origin.rules';
import type { CompiledForm } from './compiled-form';
import type { CompiledFormCache } from './compiled-form-cache';
import type { IntakeLimits } from './intake-limits';
import { allowedHeaders } from './preflight-headers.rules';
import type { RefusalsService } from './refusals/refusals.service';

/** The request that scripts of other origins may send, and the response headers that they may read. */
export interface CrossOriginRules {
  method: 'GET' | 'POST';
  headers: string;
  exposed: string;
  /** The methods of the path, where they are more than this one and those that follow from it. */
  allow?: string;
  /** True for an address whose refusal of an origin its scripts may read. It then takes credentials, which have no effect, too. */
  isSubmission?: true;
}

/**
 * A public path below a form that pages of its allowed origins may request (CORS). No cookie has an effect. Scripts that send credentials all
 * the same could not read the answer, so at the submit address it allows them to an origin that the form lists by its name.
 */
export abstract class PublicFormRoute {
  protected abstract readonly crossOrigin: CrossOriginRules;

  constructor(
    protected readonly forms: CompiledFormCache,
    protected readonly limits: IntakeLimits,
    protected readonly refusals: RefusalsService,
  ) {}

  /** Answers preflight requests (CORS). */
  @Options()
  @HttpCode(204)
  @PublicRoute()
  @ApiExcludeEndpoint()
  async preflight(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    const { method, headers, allow, isSubmission } = this.crossOrigin;
    const { origins } = await this.forms.getCurrent(formId);
    const isAllowed = origin !== undefined && (origins.allows(origin) || (isSubmission === true && isOneOrigin(origin)));
    response.setHeader('Allow', allow ?? (method === 'GET' ? 'GET, HEAD, OPTIONS' : 'OPTIONS, POST'));
    response.setHeader('Vary', 'Origin, Access-Control-Request-Headers');
    if (isAllowed) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', method);
      response.setHeader('Access-Control-Allow-Headers', allowedHeaders(headers, request.headers['access-control-request-headers']));
      response.setHeader('Access-Control-Max-Age', '600');
      this.allowCredentials(response, origin, origins);
    } else if (origin !== undefined) {
      this.preflightRefused(formId, origin, request);
    }
    response.end();
  }

  /** A browser whose preflight is refused does not send the request itself. */
  protected preflightRefused(formId: string, origin: string, { ip }: Request): void {
    this.refusals.countRefusedOrigin(formId, origin, ip);
  }

  /** Returns the current revision of an enabled form. Throws 404, 403 for a disabled form, and 429 if `limited` is set. */
  protected async enabledForm(
    formId: string,
    { ip, headers: { origin } }: Request,
    response: Response,
    limited?: 'challenge',
  ): Promise<CompiledForm> {
    this.allowOrigin(response, this.forms.peek(formId) ?? null);
    if (limited) await this.limits.takeForAddress(formId, ip, limited);
    const form = await this.forms.getCurrent(formId);
    this.allowOrigin(response, form);
    if (origin !== undefined && !form.origins.allows(origin)) this.refusals.countRefusedOrigin(formId, origin, ip);
    if (!form.isEnabled) throw new ApiError('form_disabled');
    return form;
  }

  /** Allows every origin until the form is known, so that a page can read its refusal, which reveals nothing of the form. */
  protected allowOrigin(response: Response, form: CompiledForm | null): void {
    const { origin } = response.req.headers;
    response.setHeader('Vary', 'Origin');
    if (origin !== undefined && (form === null || form.origins.allows(origin))) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', this.crossOrigin.exposed);
      if (form) this.allowCredentials(response, origin, form.origins);
    } else {
      response.removeHeader('Access-Control-Allow-Origin');
      response.removeHeader('Access-Control-Expose-Headers');
      response.removeHeader('Access-Control-Allow-Credentials');
    }
  }

  /** Lets scripts of a refused origin read this refusal, and nothing else, so that their page can say what it is. */
  protected allowRefused(response: Response): void {
    const { origin } = response.req.headers;
    if (origin === undefined || !isOneOrigin(origin)) return;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', this.crossOrigin.exposed);
  }

  private allowCredentials(response: Response, origin: string, origins: OriginMatcher): void {
    if (this.crossOrigin.isSubmission && origins.names(origin)) response.setHeader('Access-Control-Allow-Credentials', 'true');
    else response.removeHeader('Access-Control-Allow-Credentials');
  }
}

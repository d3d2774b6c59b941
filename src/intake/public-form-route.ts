import { HttpCode, Options, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError } from '../api/errors/api-error';
import { PublicRoute } from '../api/operation/operation';
import type { CompiledForm } from './compiled-form';
import type { CompiledFormCache } from './compiled-form-cache';
import type { IntakeLimits } from './intake-limits';
import { allowedHeaders } from './preflight-headers.rules';

/** The request that scripts of other origins may send, and the response headers that they may read. */
export interface CrossOriginRules {
  method: 'GET' | 'POST';
  headers: string;
  exposed: string;
  /** The methods of the path, where they are more than this one and those that follow from it. */
  allow?: string;
}

/** A public path below a form that pages of its allowed origins may request (CORS), without credentials. */
export abstract class PublicFormRoute {
  protected abstract readonly crossOrigin: CrossOriginRules;

  constructor(
    protected readonly forms: CompiledFormCache,
    protected readonly limits: IntakeLimits,
  ) {}

  /** Answers preflight requests (CORS). */
  @Options()
  @HttpCode(204)
  @PublicRoute()
  @ApiExcludeEndpoint()
  async preflight(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { origin } = request.headers;
    const { method, headers, allow } = this.crossOrigin;
    const isAllowed = origin !== undefined && (await this.forms.getCurrent(formId)).origins.allows(origin);
    response.setHeader('Allow', allow ?? (method === 'GET' ? 'GET, HEAD, OPTIONS' : 'OPTIONS, POST'));
    response.setHeader('Vary', 'Origin, Access-Control-Request-Headers');
    if (isAllowed) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Methods', method);
      response.setHeader('Access-Control-Allow-Headers', allowedHeaders(headers, request.headers['access-control-request-headers']));
      response.setHeader('Access-Control-Max-Age', '600');
    }
    response.end();
  }

  /** Returns the current revision of an enabled form. Throws 404, 403 for a disabled form, and 429 if `limited` is set. */
  protected async enabledForm(formId: string, { ip }: Request, response: Response, limited?: 'challenge'): Promise<CompiledForm> {
    this.allowOrigin(response, this.forms.peek(formId) ?? null);
    if (limited) await this.limits.takeForAddress(formId, ip, limited);
    const form = await this.forms.getCurrent(formId);
    this.allowOrigin(response, form);
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
    } else {
      response.removeHeader('Access-Control-Allow-Origin');
      response.removeHeader('Access-Control-Expose-Headers');
    }
  }
}

import { Controller, Get, type OnModuleInit, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { ApiError, ErrorCode } from '../../api/errors/api-error';
import { AddressPages } from '../../api/index/address-pages';
import { PublicRoute } from '../../api/operation/operation';
import { isFromScript } from '../browser-form.rules';
import { type CompiledForm, pageRedirect } from '../compiled-form';
import { CompiledFormCache } from '../compiled-form-cache';
import { FormAvailability } from '../form-availability';
import { FormPages } from './form-pages';
import { IntakeLimits } from '../intake-limits';
import { IntakeService } from '../intake.service';
import { MultipartReceiver } from '../multipart/multipart-receiver';
import { type CrossOriginRules, PublicFormRoute } from '../public-form-route';
import { receivedFrom } from '../received-submission';
import { RefusalsService } from '../refusals/refusals.service';
import { credentialOf } from '../submission-tokens';
import { ScriptAnswers } from './script-answers';

/** The page of a form for visitors. Its submissions are processed like those of the submit address. */
@ApiExcludeController()
@Controller('f/:id')
export class HostedPagesController extends PublicFormRoute implements OnModuleInit {
  protected readonly crossOrigin: CrossOriginRules = {
    method: 'POST',
    headers: 'content-type, accept, idempotency-key',
    exposed: 'X-Request-Id, Retry-After, Idempotency-Replayed',
    allow: 'GET, HEAD, OPTIONS, POST',
    isSubmission: true,
  };

  constructor(
    forms: CompiledFormCache,
    limits: IntakeLimits,
    refusals: RefusalsService,
    private readonly intake: IntakeService,
    private readonly receiver: MultipartReceiver,
    private readonly pages: FormPages,
    private readonly availability: FormAvailability,
    private readonly addresses: AddressPages,
    private readonly scripts: ScriptAnswers,
  ) {
    super(forms, limits, refusals);
  }

  onModuleInit(): void {
    this.addresses.add((error, request, response) => this.explainMissing(error, request, response));
  }

  @Get()
  @PublicRoute()
  show(@Param('id') formId: string, @Res() response: Response): Promise<void> {
    return this.view(formId, response, async (form) =>
      this.pages.show(form, await this.availability.of(formId, form.settings.intake), response),
    );
  }

  /** Pages that were made for another service send their forms to this address as well, with a script or without. */
  @Post()
  @PublicRoute()
  async submit(@Param('id') formId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (isFromScript(request)) return this.submitScript(formId, request, response);
    const submission = receivedFrom(request, { kind: 'page' }, this.receiver, true);
    try {
      const { source, redirect: asked, receipt } = await this.intake.receive(formId, submission);
      const redirect = (source === 'hosted_form' ? null : asked) ?? (submission.form && pageRedirect(submission.form));
      response.setHeader('Referrer-Policy', 'same-origin'); // applies to the redirect, too: the page of thanks needs the referrer
      response.redirect(303, redirect?.href ?? this.pages.thanksAddressOf(formId, receipt));
    } catch (error) {
      const availability = await this.availability.ofRefused(submission.form);
      this.pages.refuse(error, submission, availability, 'hosted_page', response);
    } finally {
      await submission.body.release();
    }
  }

  private async submitScript(formId: string, request: Request, response: Response): Promise<void> {
    const submission = receivedFrom(request, credentialOf(request.rawHeaders), this.receiver, false);
    try {
      const received = this.intake.receive(formId, submission).finally(() => this.allowOrigin(response, submission.form));
      this.scripts.confirm(submission, await received, response);
    } catch (error) {
      this.scripts.refuse(error, response);
    } finally {
      await submission.body.release();
    }
  }

  /** The page of thanks, to which HTML forms on websites without a redirect lead as well. */
  @Get('thanks')
  @PublicRoute()
  thank(@Param('id') formId: string, @Query('confirm') confirm: unknown, @Res() response: Response): Promise<void> {
    // A script that submits a form follows the redirect, and would fail if it could not read the response.
    response.setHeader('Access-Control-Allow-Origin', '*');
    return this.view(formId, response, (form) => this.pages.thank(form, confirm !== undefined, response));
  }

  /** Explains unknown paths, since visitors follow links that were truncated or extended. */
  private explainMissing(error: ApiError, request: Request, response: Response): boolean {
    if (!MISSING.has(error.code) || !BELOW_PAGES.test(request.path)) return false;
    if (isFromScript(request)) {
      this.allowOrigin(response, null);
      this.scripts.refuse(error, response);
    } else this.pages.showNothing(response);
    return true;
  }

  private async view(formId: string, response: Response, show: (form: CompiledForm) => void | Promise<void>): Promise<void> {
    try {
      await show(await this.forms.getCurrent(formId));
    } catch (error) {
      if (isFromScript(response.req)) this.scripts.refuse(error, response);
      else this.pages.refuseView(error, response);
    }
  }
}

/** 400 answers a path that cannot be decoded. */
const MISSING: ReadonlySet<ErrorCode> = new Set(['resource_not_found', 'malformed_request']);

const BELOW_PAGES = /^\/f(?:\/|$)/;

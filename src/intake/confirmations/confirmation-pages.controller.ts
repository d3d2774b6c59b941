import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { type ConfirmationOutcome, ConfirmationsService, type LinkedSubmission } from '../../confirmations/confirmations.service';
import { uniqueValueOf } from '../../fields/values/coercion.rules';
import type { CompiledForm } from '../compiled-form';
import { CompiledFormCache } from '../compiled-form-cache';
import { IntakeLimits } from '../intake-limits';
import { FormPages } from '../pages/form-pages';
import type { ConfirmationPage } from '../pages/page.types';

/**
 * The page of the link in a mail. Programs that look for viruses fetch the links of mails, so that fetching it confirms nothing: only the
 * button of the page does. Whoever has the link needs no other proof, and the same link gives the same answer as often as it is used.
 */
@ApiExcludeController()
@Controller('f/:id/confirm/:token')
export class ConfirmationPagesController {
  constructor(
    private readonly confirmations: ConfirmationsService,
    private readonly forms: CompiledFormCache,
    private readonly limits: IntakeLimits,
    private readonly pages: FormPages,
  ) {}

  @Get()
  @PublicRoute()
  show(@Param('id') formId: string, @Param('token') token: string, @Res() response: Response): Promise<void> {
    return this.answer(response, async () => {
      const form = await this.forms.getCurrent(formId);
      const linked = await this.confirmations.find(formId, token);
      this.pages.showConfirmation(form, !linked ? 'ended' : linked.submission.isConfirmed ? 'done' : 'question', response);
    });
  }

  @Post()
  @PublicRoute()
  confirm(@Param('id') formId: string, @Param('token') token: string, @Req() { ip }: Request, @Res() response: Response): Promise<void> {
    return this.answer(response, async () => {
      await this.limits.takeForAddress(formId, ip);
      const { form, page } = await this.confirmed(formId, token);
      this.pages.showConfirmation(form, page, response);
    });
  }

  /** An edit of the form, or a correction of the submission, may come between reading and confirming. */
  private async confirmed(formId: string, token: string, tries = 0): Promise<{ form: CompiledForm; page: ConfirmationPage }> {
    const form = await this.forms.getCurrent(formId);
    const linked = await this.confirmations.find(formId, token);
    if (!linked) return { form, page: 'ended' };
    const outcome = await this.confirmations.confirm(linked, { revision: form.revision, uniqueValue: uniqueOf(form, linked) });
    if (outcome === 'form_changed' && tries < MAX_TRIES) return this.confirmed(formId, token, tries + 1);
    return { form, page: PAGES[outcome] };
  }

  private async answer(response: Response, show: () => Promise<void>): Promise<void> {
    try {
      await show();
    } catch (error) {
      this.pages.refuseView(error, response);
    }
  }
}

const uniqueOf = (form: CompiledForm, { submission }: LinkedSubmission): string | undefined =>
  uniqueValueOf(form.settings.intake.unique_by, form.fields, submission.fields);

const PAGES: Readonly<Record<ConfirmationOutcome, ConfirmationPage>> = {
  ...({ confirmed: 'done', duplicate: 'taken', no_places: 'full' } as const),
  ...({ gone: 'ended', ended: 'ended', form_changed: 'question' } as const),
};

const MAX_TRIES = 5;

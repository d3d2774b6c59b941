import { Injectable } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { ExposedKeysService } from '../keys/exposed-keys.service';
import { Clock } from '../platform/time';
import { Hops, MAX_HOPS } from '../platform/outbound/hops';
import { newId } from '../platform/ids.rules';
import { noPlacesLeft, type Receipt } from '../submissions/submission-writer.types';
import type { CompiledForm } from './compiled-form';
import { CompiledFormCache } from './compiled-form-cache';
import { FormAvailability } from './form-availability';
import { withoutToken } from './spam/siteverify-providers.rules';
import { type ControlFields, controlFieldsOf } from './underscore-fields.rules';
import { formClosed, FormChanged, PageExpired, quotaExceeded, unsolved } from './intake-errors';
import { IntakeLimits, isLimit } from './intake-limits';
import type { ReceivedSubmission } from './received-submission';
import { MismatchesService } from './mismatches/mismatches.service';
import { RefusalsService } from './refusals/refusals.service';
import { SubmissionAuthorizer } from './submission-authorizer';
import type { SubmissionSource } from '../submissions/submission.entity';
import { type AcceptanceOutcome, SubmissionAcceptance } from './submission-acceptance';

export interface SubmitResult {
  receipt: Receipt;
  /** True when an earlier request with the same idempotency key was stored. `receipt` is its receipt. */
  isReplayed: boolean;
  source: SubmissionSource;
  /** The address to which the client redirects the browser; null unless the form allows its origin. */
  redirect: URL | null;
}

/** Accepts submissions to forms. Cheap checks come first, and the body is read only once the client may submit. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly forms: CompiledFormCache,
    private readonly limits: IntakeLimits,
    private readonly authorizer: SubmissionAuthorizer,
    private readonly availability: FormAvailability,
    private readonly acceptance: SubmissionAcceptance,
    private readonly mismatches: MismatchesService,
    private readonly refusals: RefusalsService,
    private readonly exposedKeys: ExposedKeysService,
    private readonly hops: Hops,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the submission is committed. Throws the refusals of the submit address in their documented order. */
  async receive(formId: string, submission: ReceivedSubmission): Promise<SubmitResult> {
    const { kind } = submission.credential;
    const isVisitor = kind === 'none' || kind === 'page';
    const form = (submission.form = await (isVisitor ? this.formWithinLimits(formId, submission) : this.forms.get(formId)));
    this.exposedKeys.lookInHead(submission.head, formId);
    try {
      return await this.acceptWithFreshForm(form, submission);
    } catch (error) {
      this.refusals.countRefused(error, submission.form, submission);
      throw error;
    } finally {
      if (submission.mismatches) this.mismatches.count(submission.form, submission.mismatches, submission.address);
    }
  }

  /** Over the limit of an address, reads only the values that the refusal page needs to offer the submission again. */
  private async formWithinLimits(formId: string, submission: ReceivedSubmission): Promise<CompiledForm> {
    try {
      return await this.limits.takeForAddress(formId, submission.address);
    } catch (error) {
      submission.form = this.forms.peek(formId) ?? null;
      if (isLimit(error) && (await this.mayBeOffered(submission))) await submission.body.readToShow();
      throw error;
    }
  }

  /** The refusal page may submit from the service's own origin, so only visitors of allowed pages get it. */
  private async mayBeOffered(submission: ReceivedSubmission): Promise<boolean> {
    const { form } = submission;
    if (!form?.isEnabled) return false;
    try {
      await this.authorizer.authorize(form, submission);
      return true;
    } catch {
      return false;
    }
  }

  /** Repeats a refused submission if the cached form was outdated. */
  private async acceptWithFreshForm(form: CompiledForm, submission: ReceivedSubmission, reloads = 0): Promise<SubmitResult> {
    try {
      return await this.accept(form, submission);
    } catch (error) {
      const dependsOnForm = error instanceof ApiError && !FORM_INDEPENDENT_ERRORS.has(error.code);
      const mayReload = (dependsOnForm || error instanceof FormChanged) && reloads < MAX_RELOADS;
      const current = mayReload ? await this.forms.reloadIfChanged(form) : null;
      if (!current) throw await this.confirmed(error, submission);
      submission.form = current;
      return this.acceptWithFreshForm(current, submission, reloads + 1);
    }
  }

  /** Counts a failed authentication, since the current revision of the form has confirmed it. */
  private async confirmed(error: unknown, submission: ReceivedSubmission): Promise<unknown> {
    const isFailedAuthentication = error instanceof ApiError && error.code === 'invalid_submission_token';
    if (isFailedAuthentication) await this.authorizer.countConfirmedFailure(submission);
    return error;
  }

  private async accept(form: CompiledForm, submission: ReceivedSubmission): Promise<SubmitResult> {
    if (!form.isEnabled) throw new ApiError('form_disabled');
    await this.authorizer.authorize(form, submission);
    const hops = this.hops.read(submission.hops);
    if (hops.count >= MAX_HOPS) throw new ApiError('loop_detected');
    const { body } = submission;
    if (body.isMultipart) await this.acceptance.requireQuota(form, submission);
    const { fields, token } = withoutToken(await body.read(), form.settings);
    const control = controlFieldsOf(fields);
    submission.fillsHoneypot = control.isHoneypotFilled;
    const source = await this.sourceOf(form, submission, control);
    const redirect = control.redirect === null ? null : form.origins.allowsRedirect(control.redirect);
    const stored = await this.acceptance.accept(form, { submission, fields, control, token, source, hops: hops.entries });
    const isUncommitted = stored.outcome === 'dropped' || stored.isLookedUp;
    if (isUncommitted && (await this.forms.reloadIfChanged(form))) throw new FormChanged(); // no commit has compared revisions
    const received = this.receiptFrom(form, stored);
    if (stored.outcome === 'stored' && source === 'form_submit') this.refusals.countAccepted(form.formId, submission.origin);
    return { ...received, source, redirect };
  }

  /** Throws for an expired page, which is then shown again, or for a form that has closed meanwhile. */
  private async sourceOf(form: CompiledForm, submission: ReceivedSubmission, control: ControlFields) {
    try {
      return this.authorizer.sourceOf(form, submission, control);
    } catch (error) {
      if (error instanceof PageExpired) await this.availability.requireOpen(form);
      throw error;
    }
  }

  /** Answers a filled honeypot like a stored submission, so that bots do not learn that they were recognized. */
  private receiptFrom({ settings: { intake } }: CompiledForm, stored: AcceptanceOutcome): Pick<SubmitResult, 'receipt' | 'isReplayed'> {
    switch (stored.outcome) {
      case 'dropped': {
        const { fileCount, ignoredFields, asksConfirmation } = stored;
        return { receipt: { id: newId(), receivedAt: this.clock.now(), fileCount, ignoredFields, asksConfirmation }, isReplayed: false };
      }
      case 'stored':
      case 'thanked':
      case 'replayed':
        return { receipt: stored.receipt, isReplayed: stored.outcome === 'replayed' };
      case 'key_conflict':
        throw new ApiError('idempotency_conflict');
      case 'storage_full':
        throw new ApiError('storage_quota_exceeded');
      case 'quota_exceeded':
        throw quotaExceeded(stored.at);
      case 'form_changed':
        throw new FormChanged();
      case 'form_closed':
        throw formClosed(intake);
      case 'duplicate':
        throw new ApiError('duplicate_submission');
      case 'no_places':
        throw noPlacesLeft(stored.full);
      case 'solution_spent':
        throw unsolved();
    }
  }
}

const MAX_RELOADS = 3;

/** Refusals that do not depend on the revision of the form. Reloading the form for them would add load to an overloaded process. */
const FORM_INDEPENDENT_ERRORS: ReadonlySet<string> = new Set(['rate_limit_exceeded', 'service_unavailable', 'loop_detected']);

import { Injectable } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { uniqueValueOf } from '../fields/values/canonical-text.rules';
import type { IntakeSettingsView } from '../forms/settings/intake-settings.dto';
import { Clock } from '../platform/time';
import { newId } from '../platform/ids.rules';
import { UploadsService } from '../files/uploads.service';
import { SubmissionKeysService } from '../submissions/submission-keys.service';
import { noPlacesLeft } from '../submissions/no-places-left.rules';
import { SubmissionWriter } from '../submissions/submission-writer';
import type { Receipt, SubmissionKey, WriteOutcome } from '../submissions/submission-writer.types';
import type { CompiledForm } from './compiled-form';
import { CompiledFormCache } from './compiled-form-cache';
import { FormAvailability } from './form-availability';
import { activeProvider } from './spam/siteverify-providers.rules';
import { withoutToken } from './spam/siteverify-token.rules';
import { type Received, SpamChecks } from './spam/spam-checks';
import { type ControlFields, controlFieldsOf } from './underscore-fields.rules';
import { FormChanged, PageExpired, unsolved } from './intake-errors';
import { IntakeLimits } from './intake-limits';
import { SubmissionAuthorizer } from './submission-authorizer';
import type { SubmissionRequest } from './submission-request';
import { filesOf } from '../fields/values/submitted-fields.rules';
import { SubmittedFilesService } from './submitted-files.service';

/** The outcome of an accepted submission. */
export interface SubmitResult {
  receipt: Receipt;
  /** An earlier request with the same idempotency key was stored, and this is its receipt. */
  isReplayed: boolean;
  /** The address to redirect a browser to, if the form allows the one that was sent. */
  redirect: URL | null;
}

/** Accepts submissions to forms. Cheap checks come first, and the body is read only once the client may submit. */
@Injectable()
export class IntakeService {
  constructor(
    private readonly forms: CompiledFormCache,
    private readonly limits: IntakeLimits,
    private readonly authorizer: SubmissionAuthorizer,
    private readonly keys: SubmissionKeysService,
    private readonly writer: SubmissionWriter,
    private readonly files: SubmittedFilesService,
    private readonly uploads: UploadsService,
    private readonly checks: SpamChecks,
    private readonly availability: FormAvailability,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the submission is committed. Throws the refusals of the submit address in their documented order. */
  async receive(formId: string, request: SubmissionRequest): Promise<SubmitResult> {
    const { kind } = request.credential;
    const isVisitor = kind === 'none' || kind === 'page';
    if (isVisitor) await this.limits.takeForAddress(request.address);
    const form = await this.forms.get(formId);
    request.applyForm(form);
    if (isVisitor) await this.limits.takeForAddressAndForm(request.address, formId);
    return this.acceptWithFreshForm(form, request);
  }

  /** True when a page of this origin may read responses of the form. */
  async allowsOrigin(formId: string, origin: string | undefined): Promise<boolean> {
    const { origins } = await this.forms.getCurrent(formId);
    return origins.allows(origin);
  }

  /** Confirms each refusal with the current revision of the form, since the cached one may be outdated. */
  private async acceptWithFreshForm(form: CompiledForm, request: SubmissionRequest, reloads = 0): Promise<SubmitResult> {
    try {
      return await this.accept(form, request);
    } catch (error) {
      const dependsOnForm = error instanceof ApiError && !FORM_INDEPENDENT_ERRORS.has(error.code);
      const mayReload = (dependsOnForm || error instanceof FormChanged) && reloads < MAX_RELOADS;
      const current = mayReload ? await this.forms.reloadIfChanged(form) : null;
      if (!current) throw await this.confirmed(error, request);
      request.applyForm(current);
      return this.acceptWithFreshForm(current, request, reloads + 1);
    }
  }

  /** The refusal to answer with, after the current revision of the form has confirmed it. */
  private async confirmed(error: unknown, request: SubmissionRequest): Promise<unknown> {
    const isFailedAuthentication = error instanceof ApiError && error.code === 'invalid_submission_token';
    if (isFailedAuthentication) await this.authorizer.countConfirmedFailure(request);
    return error;
  }

  private async accept(form: CompiledForm, request: SubmissionRequest): Promise<SubmitResult> {
    if (!form.isEnabled) throw new ApiError('form_disabled');
    await this.authorizer.authorize(form, request);
    if (request.isMultipart) await this.requireQuota(form, request);
    const { fields, token } = withoutToken(await request.read(), form.settings);
    const control = controlFieldsOf(fields);
    const source = await this.sourceOf(form, request, control);
    const redirect = control.redirect === null ? null : form.origins.allowsRedirect(control.redirect);
    const outcome = await this.store(form, { request, fields, control, token, source });
    return { ...this.receiptFrom(form, outcome), redirect };
  }

  /** A page that is too old is shown again, unless the form is closed by now. */
  private async sourceOf(form: CompiledForm, request: SubmissionRequest, control: ControlFields) {
    try {
      return this.authorizer.sourceOf(form, request, control);
    } catch (error) {
      if (error instanceof PageExpired) await this.requireOpen(form);
      throw error;
    }
  }

  /** Answers a filled honeypot like a stored submission, so that a program does not learn that it was recognized. */
  private async discard(form: CompiledForm, fileCount: number, ignoredFields: string[]): Promise<WriteOutcome> {
    await this.requireCurrent(form);
    return { outcome: 'stored', receipt: { id: newId(), receivedAt: this.clock.now(), fileCount, ignoredFields } };
  }

  /** Before files are received. The commit checks the quota again. A key that was used before is answered although it is exhausted. */
  private async requireQuota({ formId }: CompiledForm, { idempotencyKeyHash }: SubmissionRequest): Promise<void> {
    const remaining = await this.writer.remaining(formId);
    if (remaining === null || remaining > 0) return;
    if (idempotencyKeyHash && (await this.keys.isKnown(formId, idempotencyKeyHash))) return;
    throw quotaExceeded(this.clock.now());
  }

  private async store(form: CompiledForm, received: Received): Promise<WriteOutcome> {
    const { request } = received;
    const key = request.idempotencyKeyFor(received.fields);
    if (!key) return this.write(form, received, null);
    const isCostly = request.isMultipart || activeProvider(form.settings) !== null; // files, or a question to a provider
    const known = isCostly || isDropped(form, received) ? await this.findOutcome(form, key) : null;
    if (known) return known;
    try {
      return await this.write(form, received, key);
    } catch (error) {
      const used = error instanceof ApiError ? await this.findOutcome(form, key) : null;
      if (!used) throw error;
      return used;
    }
  }

  /**
   * The outcome of a key that was used before, which wins over all refusals that follow it; null for a new key. The commit finds used keys
   * as well, so a submission that nothing refuses needs no look-up.
   */
  private async findOutcome(form: CompiledForm, key: SubmissionKey): Promise<WriteOutcome | null> {
    const outcome = await this.keys.find(form.formId, key);
    if (outcome) await this.requireCurrent(form);
    return outcome;
  }

  /** For outcomes that store nothing, and so have no commit that compares revisions. */
  private async requireCurrent(form: CompiledForm): Promise<void> {
    if (await this.forms.reloadIfChanged(form)) throw new FormChanged();
  }

  private async write(form: CompiledForm, received: Received, idempotency: SubmissionKey | null): Promise<WriteOutcome> {
    const { request, fields, source } = received;
    const { intake } = form.settings;
    await this.requireOpen(form);
    const validated = form.validator.validate(fields);
    const accepted = await this.files.accept(form, filesOf(fields), validated);
    if (isDropped(form, received)) return this.discard(form, accepted.length, validated.ignoredFields);
    const spam = source === 'api' ? undefined : await this.checks.judge(form, received, validated.values);
    await this.limits.takeForForm(form.formId);
    const submission = {
      id: newId(),
      formId: form.formId,
      revision: form.revision,
      source,
      fields: validated.values,
      ignoredFields: validated.ignoredFields,
      clientNetwork: request.clientNetwork,
      userAgent: request.userAgent,
      idempotency,
      spam,
      uniqueValue: uniqueValueOf(intake.unique_by, form.fields, validated.values),
    };
    const written = await this.uploads.withStored(accepted, (files) => this.writer.write({ ...submission, files }));
    if (written.outcome === 'replayed' || written.outcome === 'key_conflict') await this.limits.returnToForm(form.formId);
    return written;
  }

  /** Before values are checked and files are stored. The commit decides, by the same clock. */
  private async requireOpen({ formId, settings: { intake } }: CompiledForm): Promise<void> {
    if (!intake.opens_at && !intake.closes_at) return;
    const { closed } = await this.availability.of(formId, intake);
    if (closed === 'before' || closed === 'after') throw formClosed(intake);
  }

  private receiptFrom({ settings: { intake } }: CompiledForm, written: WriteOutcome): Pick<SubmitResult, 'receipt' | 'isReplayed'> {
    switch (written.outcome) {
      case 'stored':
      case 'thanked':
      case 'replayed':
        return { receipt: written.receipt, isReplayed: written.outcome === 'replayed' };
      case 'key_conflict':
        throw new ApiError('idempotency_conflict');
      case 'quota_exceeded':
        throw quotaExceeded(this.clock.now());
      case 'form_changed':
        throw new FormChanged();
      case 'form_closed':
        throw formClosed(intake);
      case 'duplicate':
        throw new ApiError('duplicate_submission');
      case 'no_places':
        throw noPlacesLeft(written.full);
      case 'solution_spent':
        throw unsolved();
    }
  }
}

const MAX_RELOADS = 3;

/** Refusals that hold for any revision. Reloading the form for them would add load to a process that has too much of it. */
const FORM_INDEPENDENT_ERRORS: ReadonlySet<string> = new Set(['rate_limit_exceeded', 'service_unavailable']);

const isDropped = ({ settings }: CompiledForm, { control, source }: Received): boolean =>
  control.isHoneypotFilled && source !== 'api' && settings.spam.honeypot === 'drop';

const quotaExceeded = (now: Date): ApiError =>
  new ApiError('submission_quota_exceeded', { headers: { 'Retry-After': String(secondsUntilNextMonth(now)) } });

const formClosed = ({ opens_at, closes_at }: IntakeSettingsView): ApiError =>
  new ApiError('form_closed', { details: { opens_at, closes_at } });

function secondsUntilNextMonth(now: Date): number {
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000);
}

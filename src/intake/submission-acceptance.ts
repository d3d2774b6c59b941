import { Injectable } from '@nestjs/common';
import { ApiError } from '../api/errors/api-error';
import { uniqueValueOf } from '../fields/values/coercion.rules';
import { filesOf } from '../fields/values/submitted-fields.rules';
import { UploadsService } from '../files/uploads.service';
import { newId } from '../platform/ids.rules';
import { IdempotencyKeysService } from '../submissions/idempotency-keys.service';
import { SubmissionWriter } from '../submissions/submission-writer';
import type { Receipt, IdempotencyKey, WriteOutcome } from '../submissions/submission-writer.types';
import type { CompiledForm } from './compiled-form';
import { askedConfirmation } from './confirmations/asked-confirmation.rules';
import { FormAvailability } from './form-availability';
import { nothingSent, quotaExceeded } from './intake-errors';
import { IntakeLimits } from './intake-limits';
import { mismatchesOf } from './mismatches/mismatch.rules';
import type { ReceivedSubmission } from './received-submission';
import { RefusalsService } from './refusals/refusals.service';
import { activeProvider } from './spam/siteverify-providers.rules';
import { type ReadSubmission, SpamChecks } from './spam/spam-checks';
import { keyHashOf, keyOf } from './submission-key';
import { SubmittedFilesService } from './submitted-files.service';

/** The outcome of a commit, or without one: `isLookedUp` if it was found by its key, `dropped` because of its honeypot. */
export type AcceptanceOutcome =
  (WriteOutcome & { isLookedUp?: true }) | ({ outcome: 'dropped' } & Pick<Receipt, 'fileCount' | 'ignoredFields' | 'asksConfirmation'>);

/** Stores submissions of authorized clients once the values, the files and the limits of the form allow it. */
@Injectable()
export class SubmissionAcceptance {
  constructor(
    private readonly keys: IdempotencyKeysService,
    private readonly writer: SubmissionWriter,
    private readonly files: SubmittedFilesService,
    private readonly uploads: UploadsService,
    private readonly checks: SpamChecks,
    private readonly limits: IntakeLimits,
    private readonly availability: FormAvailability,
    private readonly refusals: RefusalsService,
  ) {}

  /** Throws 429 before files are received; the commit checks the quota again. Replays are answered in spite of the quota. */
  async requireQuota({ formId }: CompiledForm, submission: ReceivedSubmission): Promise<void> {
    const exhaustedAt = await this.writer.findExhausted(formId);
    if (exhaustedAt === null) return;
    const keyHash = keyHashOf(submission);
    if (keyHash === null || !(await this.keys.isKnown(formId, keyHash))) throw quotaExceeded(exhaustedAt);
  }

  /** Replays take precedence over later refusals. Without a refusal the commit detects replays, which saves a statement. */
  async accept(form: CompiledForm, read: ReadSubmission): Promise<AcceptanceOutcome> {
    const key = keyOf(read.submission, read.fields);
    if (!key) return this.write(form, read, null);
    const isCostly = read.submission.body.isMultipart || activeProvider(form.settings) !== null; // receives files or asks a provider
    const known = isCostly || isDropped(form, read) ? await this.keys.find(form.formId, key) : null;
    if (known) return { ...known, isLookedUp: true };
    try {
      return await this.write(form, read, key);
    } catch (error) {
      const used = error instanceof ApiError ? await this.keys.find(form.formId, key) : null;
      if (!used) throw error;
      return { ...used, isLookedUp: true };
    }
  }

  private async write(form: CompiledForm, read: ReadSubmission, idempotency: IdempotencyKey | null): Promise<AcceptanceOutcome> {
    const { submission, fields, source, hops } = read;
    await this.availability.requireOpen(form);
    if (isEmpty(form, read)) throw nothingSent();
    const validated = form.rules.validate(fields);
    submission.mismatches = read.control.isHoneypotFilled ? null : mismatchesOf(validated, fields);
    const { values, otherValues, otherValuesDropped, ignoredFields } = validated;
    const accepted = await this.files.accept(form, filesOf(fields), validated);
    const confirmation = askedConfirmation(form, values, submission);
    if (isDropped(form, read))
      return { outcome: 'dropped', fileCount: accepted.length, ignoredFields, asksConfirmation: confirmation !== null };
    const spam = source === 'api' ? undefined : await this.checks.judge(form, read, validated);
    await this.limits.takeForForm(form.formId);
    const newSubmission = {
      id: newId(),
      formId: form.formId,
      revision: form.revision,
      source,
      fields: values,
      otherValues,
      otherValuesDropped,
      ignoredFields,
      clientNetwork: submission.clientNetwork,
      userAgent: submission.userAgent,
      idempotency,
      hops,
      spam,
      confirmation,
      uniqueValue: uniqueValueOf(form.settings.intake.unique_by, form.fields, values),
    };
    const written = await this.uploads.withStored(accepted, (files) => this.writer.write({ ...newSubmission, files }));
    if (written.outcome === 'replayed' || written.outcome === 'key_conflict') await this.limits.returnToForm(form.formId);
    if (written.outcome === 'stored' && spam?.state !== 'quarantined') this.countDropped(form.formId, otherValuesDropped, submission);
    return written;
  }

  /** A submission can have hundreds of names beyond the limits, of which the first are counted. */
  private countDropped(formId: string, names: readonly string[] | null, { address }: ReceivedSubmission): void {
    for (const name of names?.slice(0, MAX_COUNTED) ?? []) {
      this.refusals.count({ formId, kind: 'dropped', name, reason: 'beyond_limits', address });
    }
  }
}

const MAX_COUNTED = 10;

/** Applies to pages of websites only: a hosted page without ticked boxes sends no values, and a server may intend to send none. */
const isEmpty = ({ rules }: CompiledForm, { fields, control, source }: ReadSubmission): boolean =>
  source === 'form_submit' && !control.isHoneypotFilled && rules.isEmpty(fields);

const isDropped = ({ settings }: CompiledForm, { control, source }: ReadSubmission): boolean =>
  control.isHoneypotFilled && source !== 'api' && settings.spam.honeypot === 'drop';

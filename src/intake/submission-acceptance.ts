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
import { FormAvailability } from './form-availability';
import { nothingSent, quotaExceeded } from './intake-errors';
import { IntakeLimits } from './intake-limits';
import { mismatchesOf } from './mismatches/mismatch.rules';
import type { ReceivedSubmission } from './received-submission';
import { activeProvider } from './spam/siteverify-providers.rules';
import { type ReadSubmission, SpamChecks } from './spam/spam-checks';
import { keyHashOf, keyOf } from './submission-key';
import { SubmittedFilesService } from './submitted-files.service';

/** The outcome of a commit, or one without a commit: `isLookedUp` by its key, or `dropped` for its filled honeypot. */
export type AcceptanceOutcome =
  (WriteOutcome & { isLookedUp?: true }) | ({ outcome: 'dropped' } & Pick<Receipt, 'fileCount' | 'ignoredFields'>);

/** Stores submissions of those who may submit, once values, files and limits of the form allow it. */
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
  ) {}

  /** Throws 429 before files are received. The commit asks again. A key that was used before is answered in any case. */
  async requireQuota({ formId }: CompiledForm, submission: ReceivedSubmission): Promise<void> {
    const exhaustedAt = await this.writer.findExhausted(formId);
    if (exhaustedAt === null) return;
    const keyHash = keyHashOf(submission);
    if (keyHash === null || !(await this.keys.isKnown(formId, keyHash))) throw quotaExceeded(exhaustedAt);
  }

  /** The outcome of a key that was used before wins over later refusals. Without a refusal the commit finds it, which needs no look-up. */
  async accept(form: CompiledForm, read: ReadSubmission): Promise<AcceptanceOutcome> {
    const key = keyOf(read.submission, read.fields);
    if (!key) return this.write(form, read, null);
    const isCostly = read.submission.body.isMultipart || activeProvider(form.settings) !== null; // files, or a question to a provider
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
    const { submission, fields, source } = read;
    await this.availability.requireOpen(form);
    if (isEmpty(form, read)) throw nothingSent();
    const validated = form.rules.validate(fields);
    submission.mismatches = read.control.isHoneypotFilled ? null : mismatchesOf(validated, fields);
    const { values, otherValues, ignoredFields } = validated;
    const accepted = await this.files.accept(form, filesOf(fields), validated);
    if (isDropped(form, read)) return { outcome: 'dropped', fileCount: accepted.length, ignoredFields };
    const spam = source === 'api' ? undefined : await this.checks.judge(form, read, validated);
    await this.limits.takeForForm(form.formId);
    const newSubmission = {
      id: newId(),
      formId: form.formId,
      revision: form.revision,
      source,
      fields: values,
      otherValues,
      ignoredFields,
      clientNetwork: submission.clientNetwork,
      userAgent: submission.userAgent,
      idempotency,
      spam,
      uniqueValue: uniqueValueOf(form.settings.intake.unique_by, form.fields, values),
    };
    const written = await this.uploads.withStored(accepted, (files) => this.writer.write({ ...newSubmission, files }));
    if (written.outcome === 'replayed' || written.outcome === 'key_conflict') await this.limits.returnToForm(form.formId);
    return written;
  }
}

/** Only for pages of websites: a hosted page sends nothing when no box of it is ticked, and a server may mean to send nothing. */
const isEmpty = ({ rules }: CompiledForm, { fields, control, source }: ReadSubmission): boolean =>
  source === 'form_submit' && !control.isHoneypotFilled && rules.isEmpty(fields);

const isDropped = ({ settings }: CompiledForm, { control, source }: ReadSubmission): boolean =>
  control.isHoneypotFilled && source !== 'api' && settings.spam.honeypot === 'drop';

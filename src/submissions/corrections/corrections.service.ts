import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { ApiError, notFound, validationFailed } from '../../api/errors/api-error';
import { uniqueValueOf } from '../../fields/values/coercion.rules';
import type { FieldEntity } from '../../forms/definition/field.entity';
import type { FormEntity } from '../../forms/form.entity';
import { FormsService } from '../../forms/forms.service';
import { settingsOf } from '../../forms/settings/form-settings.rules';
import type { SubmissionEntity } from '../submission.entity';
import { noPlacesLeft } from '../submission-writer.types';
import { changedNames, type CorrectedForm, type Correction, correctionOf, type Values } from './correction.rules';
import { CorrectionsRepository, type NewUniqueValue } from './corrections.repository';
import type { SubmissionEditEntity } from './submission-edit.entity';

/** Corrects values that a visitor has mistyped. Nothing is sent: what has been sent stays as it was sent. */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly corrections: CorrectionsRepository,
    private readonly forms: FormsService,
  ) {}

  /**
   * Applies a merge patch to a locked submission, and returns the number of its corrections. The lock is also that of the form, so that its
   * fields stay as they are until the commit. Refuses with 422 for the values, and with 409 where a value or a place is taken.
   */
  async correct(caller: Caller, submission: SubmissionEntity, patch: Values): Promise<number> {
    const found = await this.forms.get(caller, submission.formId);
    if (!found) throw notFound();
    const form = correctedFormOf(found, await this.forms.presentAndDeletedFieldsOf(found));
    const correction = correctionOf(form, submission.fields, patch);
    if ('errors' in correction) throw validationFailed(correction.errors);
    if (changedNames(correction).length === 0) return submission.editCount;
    if (submission.editCount >= MAX_EDITS) throw new ApiError('too_many_edits');
    const value = newUniqueValue(settingsOf(found.settings).intake.unique_by, form, correction);
    const { outcome, fullOptions } = await this.corrections.correct(submission, correction.fields, value, caller.keyId);
    if (outcome === 'duplicate') throw new ApiError('duplicate_submission');
    if (outcome === 'no_places') throw noPlacesLeft(fullOptions!);
    await this.corrections.note(submission, correction);
    return submission.editCount + 1;
  }

  editsOf(submission: SubmissionEntity): Promise<SubmissionEditEntity[]> {
    return this.corrections.editsOf(submission);
  }
}

/** A check of the table has the same number. */
const MAX_EDITS = 50;

function correctedFormOf({ validateFields }: Pick<FormEntity, 'validateFields'>, fields: readonly FieldEntity[]): CorrectedForm {
  const [retired, present] = [fields.filter(({ deletedAt }) => deletedAt), fields.filter(({ deletedAt }) => !deletedAt)];
  return {
    validateFields,
    fields: present.map(({ preset, ...field }) => ({ ...field, validation: preset })),
    retiredNames: new Set(retired.map(({ name }) => name)),
  };
}

function newUniqueValue(field: string | null, { fields }: CorrectedForm, correction: Correction): NewUniqueValue {
  const isNew = field !== null && changedNames(correction).includes(field);
  return isNew ? uniqueValueOf(field, fields, correction.fields) : { unchanged: true };
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { ApiError, notFound } from '../api/errors/api-error';
import { requireScope } from '../api/operation/scope.guard';
import { uniqueValueOf } from '../fields/values/coercion.rules';
import { FormsService } from '../forms/forms.service';
import { settingsOf } from '../forms/settings/form-settings.rules';
import type { SubmissionEntity } from './submission.entity';
import { noPlacesLeft } from './submission-writer.types';
import { SubmissionWritesRepository } from './submission-writes.repository';
import { SubmissionsRepository } from './submissions.repository';

/** The revision of a form, and the value by which it tells a submission apart; undefined for none. */
export interface ReadmissionTerms {
  formRevision: number;
  uniqueValue: string | undefined;
}

/** The result of accepting a submission again. `fullOptions` is null where places did not refuse it. */
export interface Readmission<Done extends string> {
  outcome: Done | 'unchanged' | 'duplicate' | 'no_places' | 'form_changed' | 'gone';
  fullOptions: Record<string, string[]> | null;
}

/** Accepts submissions again that were held, or in the trash: they take their unique value and their places anew. */
@Injectable()
export class ReadmissionService {
  constructor(
    private readonly writes: SubmissionWritesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly forms: FormsService,
  ) {}

  /**
   * Accepts a submission by a function of the database, on the terms that its form has. Throws 409 when its unique value is taken or no
   * places are left, 404 when it was deleted, and 403 for a caller who could choose the receivers and may not read submissions.
   */
  async readmit<Result extends Readmission<string>>(
    caller: Caller,
    submission: SubmissionEntity,
    accept: (terms: ReadmissionTerms) => Promise<Result>,
  ): Promise<Result> {
    requireRightToSend(caller);
    const result = await accept(await this.termsOf(caller, submission));
    switch (result.outcome) {
      case 'form_changed':
        return this.readmit(caller, submission, accept);
      case 'gone':
        throw notFound();
      case 'duplicate':
        throw new ApiError('duplicate_submission');
      case 'no_places':
        throw noPlacesLeft(result.fullOptions!);
      default:
        return result;
    }
  }

  /** Reads the values under the lock, since a correction may have changed them after the submission was found. */
  private async termsOf(caller: Caller, { formId, id }: SubmissionEntity): Promise<ReadmissionTerms> {
    await this.writes.lockForm(formId);
    const [submission] = await this.submissions.lock(formId, [id]);
    const form = await this.forms.get(caller, formId);
    if (!form || !submission) throw notFound();
    const fields = form.fields.map(({ name, preset }) => ({ name, validation: preset }));
    const uniqueValue = uniqueValueOf(settingsOf(form.settings).intake.unique_by, fields, submission.fields);
    return { formRevision: form.revision, uniqueValue };
  }
}

/** Throws 403 for a caller who could choose the receivers of a submission, and may not read submissions. */
function requireRightToSend(caller: Caller): void {
  if (CHOOSE_RECEIVERS.some((scope) => caller.scopes.has(scope))) requireScope(caller, 'submissions:read');
}

/** The scopes that allow a caller to choose who receives submissions: by a workflow, or by notifications. */
const CHOOSE_RECEIVERS = ['workflows:publish', 'forms:update'] as const;

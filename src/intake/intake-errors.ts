import { ApiError, validationFailed } from '../api/errors/api-error';
import type { SubmissionError } from './submission-error.rules';

/** 422 for a submission with errors. Pages read them from here, since the API's `details` hold English texts only. */
export class InvalidSubmission extends ApiError {
  constructor(readonly errors: readonly SubmissionError[]) {
    super('validation_failed', { details: validationFailed([...errors]).details });
  }
}

/** The hosted page was not shown for this form within the last hour, so that its values have to be sent again from a fresh one. */
export class PageExpired extends ApiError {
  constructor() {
    super('validation_failed', { message: 'The page has expired. Send its values again from the page that answers.' });
  }
}

/** The form was edited after the submission was validated. */
export class FormChanged extends ApiError {
  constructor() {
    super('service_unavailable', {
      message: 'The form is being edited. Send the same request again.',
      headers: { 'Retry-After': '1' },
    });
  }
}

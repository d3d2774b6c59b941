import { MAX_PREVIOUS_SECRETS } from '../../platform/crypto/digests.rules';

/** Every error code with its status and default message. A code that is missing here does not compile. */
export const API_ERRORS = {
  malformed_request: [400, 'The request is malformed.'],
  idempotency_key_required: [400, 'Send an Idempotency-Key header, for example a UUID, that is new for each new operation.'],
  invalid_cursor: [400, 'The cursor is invalid or has expired. Start again without a cursor.'],
  invalid_api_key: [401, 'Send a valid API key as "Authorization: Bearer <API_KEY>".'],
  invalid_submission_token: [401, 'The submission token is not valid for this form.'],
  insufficient_scope: [403, 'The API key lacks a required scope.'],
  writes_disabled: [403, 'This API key may only read at the moment.'],
  fresh_proof_required: [403, 'Prove again that it is you: with a passkey, or with the code of a mail. Then repeat the request.'],
  key_quota_exceeded: [403, 'The account has as many active API keys as its plan allows. Revoke one that is no longer used.'],
  form_quota_exceeded: [
    403,
    'The account has reached the number of forms that its plan allows. Delete one, or ask the operator for another plan.',
  ],
  storage_quota_exceeded: [
    403,
    'The form can store no more files: the limit of its own or of the plan of its account is reached. Submissions without files are accepted.',
  ],
  form_disabled: [403, 'This form does not accept submissions at the moment.'],
  form_closed: [403, 'This form accepts submissions only within its opening hours.'],
  origin_not_allowed: [403, 'This origin is not among the allowed origins of the form.'],
  resource_not_found: [404, 'The resource does not exist.'],
  method_not_allowed: [405, 'This address does not support the method. The Allow header lists those that it does.'],
  request_timeout: [408, 'The request took too long to arrive.'],
  idempotency_conflict: [409, 'This Idempotency-Key was used for a different request. Send a new one for each new operation.'],
  field_contract_locked: [
    409,
    'Name and type of a field are fixed once the form has been enabled or has received a submission. Add another field instead.',
  ],
  legacy_custom_validation_conflict: [409, 'This field has a legacy custom validation. Clear it with "validation": null first.'],
  duplicate_submission: [409, 'A submission with this value exists already.'],
  no_places_left: [409, 'No places are left.'],
  too_many_edits: [409, 'This submission was corrected 50 times, which is the most.'],
  loop_detected: [
    409,
    'This submission comes from a workflow that sends to the form that begins it, for the sixth time. Change the address of its step.',
  ],
  delivery_uncertain: [409, 'A delivery of this run may have arrived. Confirm with "confirm_delivery_uncertainty": true to send it again.'],
  run_already_finished: [409, 'The run has already finished.'],
  export_running: [409, 'This API key is exporting already. Wait until that export has ended.'],
  import_running: [409, 'Another import of this account is running. Wait until it has ended, then send the file again.'],
  job_running: [409, 'Another action on many submissions is running for these forms. Wait until it has ended, or cancel it.'],
  run_not_retryable: [409, 'Only a run that finished without full success can be retried.'],
  submission_trashed: [409, 'The submission of this run is in the trash. Restore it first.'],
  notification_not_retryable: [409, 'Only a mail that was not sent, or perhaps not, can be sent again.'],
  run_not_waiting: [409, 'Nothing of this run waits for a later time.'],
  mail_not_configured: [409, 'The service has no mail server. Its operator sets SMTP_URL and MAIL_FROM.'],
  passkeys_unavailable: [409, 'Passkeys need https, or a service at "localhost".'],
  no_account_address: [
    409,
    'The account has no e-mail address. Set one under "Account" in the console; the operator can do so with "accounts set-email".',
  ],
  too_many_secrets: [
    409,
    `${MAX_PREVIOUS_SECRETS} previous secrets are still valid. Wait until one expires, or send "overlap_seconds": 0 to end all of them at once.`,
  ],
  person_exists: [409, 'The account has somebody with this address already.'],
  person_without_value: [409, 'This is a person, who signs in and has no value. There is nothing to rotate.'],
  key_ended: [409, 'The API key was revoked or has expired. Create another one.'],
  last_managing_key: [409, 'This is the last API key that may manage all keys of the account. Create another one before.'],
  cursor_expired: [410, 'Changes after this cursor are no longer known. Begin a new copy, without a cursor.'],
  precondition_failed: [412, 'The resource changed since it was read. Read it again and repeat with its new ETag.'],
  payload_too_large: [413, 'The request body is too large.'],
  uri_too_long: [414, 'The request address is too long.'],
  unsupported_media_type: [415, 'The content type or encoding of the request body is not supported.'],
  validation_failed: [422, 'The request has invalid values.'],
  invalid_field_order: [422, 'The order must list the ID of every field of the form exactly once.'],
  workflow_validation_failed: [422, 'The workflow cannot be used as it is: details.items says what to change.'],
  precondition_required: [428, 'Send the ETag of the latest read in an If-Match header.'],
  rate_limit_exceeded: [429, 'Too many requests. Wait as long as the Retry-After header says.'],
  submission_quota_exceeded: [429, 'The form has received as many submissions as its plan allows for this month.'],
  headers_too_large: [431, 'The request headers are too large.'],
  internal_error: [500, 'Something went wrong on our side. The request ID helps us to find out what.'],
  service_unavailable: [503, 'The service cannot answer at the moment. Try again soon.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export const TRANSPORT_ERRORS = [
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
] as const satisfies ErrorCode[];

export const GENERAL_ERRORS = [
  'malformed_request',
  ...TRANSPORT_ERRORS,
  'internal_error',
  'service_unavailable',
] as const satisfies ErrorCode[];

export type ErrorCode = keyof typeof API_ERRORS;

export interface ApiErrorOptions extends ErrorOptions {
  /** Replaces the default message. It must not contain a value from the client or the database. */
  message?: string;
  details?: object;
  headers?: Record<string, string>;
}

/** An error that is sent to the client. Any other error that is thrown is answered as `internal_error`. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: object;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    options: ApiErrorOptions = {},
  ) {
    const [status, message] = API_ERRORS[code];
    super(options.message ?? message, options);
    this.status = status;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }
}

/** The same error for a resource that is absent, deleted, malformed or not granted, so that a client cannot tell them apart. */
export const notFound = () => new ApiError('resource_not_found');

/** A 422 with a map from paths to messages, with at most a hundred paths. */
export function validationFailed(errors: readonly FieldError[]): ApiError {
  const details = new Map<string, string[]>();
  for (const { path, message } of errors) {
    const messages = details.get(path);
    if (messages) messages.push(message);
    else if (details.size < MAX_PATHS) details.set(path, [message]);
  }
  return new ApiError('validation_failed', { details: Object.fromEntries(details) });
}

const MAX_PATHS = 100;

export function refuseErrors(errors: readonly FieldError[], further: readonly FieldError[]): void {
  const all = withFurther(errors, further);
  if (all.length > 0) throw validationFailed(all);
}

/** The errors, and the further ones whose path is not at or below theirs: a further check relies on a value that is valid in itself. */
export function withFurther(errors: readonly FieldError[], further: readonly FieldError[]): FieldError[] {
  const known = new Set(errors.map(({ path }) => path));
  return [...errors, ...further.filter(({ path }) => !isAtOrBelow(path, known))];
}

function isAtOrBelow(path: string, known: ReadonlySet<string>): boolean {
  if (known.size === 0) return false;
  for (let point = path.indexOf('.'); point !== -1; point = path.indexOf('.', point + 1)) {
    if (known.has(path.slice(0, point))) return true;
  }
  return known.has(path);
}

/** An error of a request: a dot path such as `fields.2.name`, or the name of a parameter or header, and the rule that it breaks. */
export interface FieldError {
  path: string;
  message: string;
}

import type { ApiError, ErrorCode } from '../../api/errors/api-error';
import { fieldFileLimits, type FieldFileLimits, type FileLimits } from '../../fields/file-options.rules';
import { booleanOf } from '../../fields/values/coercion.rules';
import type { FormTexts } from '../../fields/values/form-encoding.rules';
import type { Message } from '../../fields/values/message.types';
import { isSettingOfOtherService } from '../../fields/values/sent-names.rules';
import { filesOf, type SubmittedValues } from '../../fields/values/submitted-fields.rules';
import { shownLabel } from '../../forms/definition/field.rules';
import type { FieldDefinition } from '../../forms/definition/field.types';
import type { Availability } from '../availability.rules';
import type { CompiledForm } from '../compiled-form';
import { InvalidSubmission, PageExpired, UnreadableText, UploadTooLarge } from '../intake-errors';
import type { FormPageField, FormPageModel, RefusedPageModel } from './page.types';
import type { HiddenField } from '../underscore-fields.rules';
import { errorsForPage, type PageError } from './page-errors';

export interface RefusedFields {
  fields: SubmittedValues;
  error: ApiError;
}

/** Returns the parts of the form's page that depend on the sent values and the refusal; null stands for a new page. */
export function formContent(
  { fields, fileOptions }: CompiledForm,
  refused: RefusedFields | null,
  limits: FileLimits,
  placesLeft: Availability['placesLeft'] = {},
): Pick<FormPageModel, 'fields' | 'messages' | 'notices'> {
  const errors = refused ? errorsForPage(refused.error) : [];
  const texts = textsOf(refused);
  const names = new Set(fields.map(({ name }) => name));
  return {
    fields: fields.map((field) => {
      const files = field.type === 'file' ? fieldFileLimits(fileOptions.get(field.name) ?? null, limits) : null;
      return pageField(field, files, texts, errors, placesLeft[field.name]);
    }),
    messages: onceEach(errors.filter(({ path }) => !names.has(fieldNameOf(path)))),
    notices: [
      ...(refused?.error instanceof PageExpired ? (['expired'] as const) : []),
      ...(refused && filesOf(refused.fields).length > 0 ? (['choose_files_again'] as const) : []),
    ],
  };
}

/**
 * True when a visitor of a website can correct the submission on a page of the service, or send it from there later. A form without
 * validation may have other fields than the website, and a form without fields shows none.
 */
export const isCorrectable = (form: CompiledForm, sent: SubmittedValues, error: ApiError): boolean =>
  sent.encoding !== 'json' &&
  form.validateFields &&
  form.fields.length > 0 &&
  (CORRECTABLE.some((type) => error instanceof type) || RESENDABLE.has(error.code) || LIMITS.has(error.code));

const CORRECTABLE = [InvalidSubmission, UploadTooLarge, UnreadableText];

/** Refusals of a valid submission by a limit of the form. Another choice, or another day, may be accepted. */
const LIMITS: ReadonlySet<ErrorCode> = new Set([
  'duplicate_submission',
  'no_places_left',
  'submission_quota_exceeded',
  'storage_quota_exceeded',
]);

/** Refusals of a valid submission that end by themselves within minutes. */
const RESENDABLE: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', 'service_unavailable', 'internal_error']);

/** Returns the same submission as hidden inputs; null when waiting does not help, and for files, which a page cannot contain. */
export function repetitionOf(sent: SubmittedValues, { code }: Pick<ApiError, 'code'>): readonly HiddenField[] | null {
  if (!RESENDABLE.has(code) || sent.encoding === 'json' || filesOf(sent).length > 0) return null;
  return hiddenFieldsOf(sent.form).filter(({ name }) => name !== '_nonce');
}

/** Returns the values of a website's page for which this page has no inputs: other names, and unticked boxes. */
export function keptFields(form: CompiledForm, refused: RefusedFields | null): HiddenField[] {
  const { texts, lists } = textsOf(refused);
  const names = new Set(form.fields.map(({ name }) => name));
  const others = [...texts].filter(([name]) => !names.has(name) && !REPLACED.has(name) && !isSettingOfOtherService(name));
  const unticked = form.fields.flatMap((field) => {
    const value = untickedTextOf(field, { texts, lists });
    return value === undefined ? [] : [{ name: field.name, value }];
  });
  return [...hiddenFieldsOf({ texts: new Map(others), lists }), ...unticked];
}

const REPLACED: ReadonlySet<string> = new Set(['_gotcha', '_nonce', '_altcha']);

/** Returns the errors of a submission with the labels of their fields. Errors of the whole submission have no label. */
export function problemsOf(form: CompiledForm | null, error: ApiError): RefusedPageModel['problems'] {
  const labels = new Map(form?.fields.map((field) => [field.name, shownLabel(field)]));
  return errorsForPage(error).map(({ path, reason }) => ({
    label: labels.get(fieldNameOf(path)) ?? (path === '' || path === 'body' ? null : path),
    message: reason,
  }));
}

const textsOf = (refused: RefusedFields | null): FormTexts =>
  refused && refused.fields.encoding !== 'json' ? refused.fields.form : NO_TEXTS;

const NO_TEXTS: FormTexts = { texts: new Map(), lists: new Set() };

/** Paths of list entries end in an index. Names of fields contain no dot. */
const fieldNameOf = (path: string): string => path.split('.', 1)[0]!;

const hiddenFieldsOf = ({ texts, lists }: FormTexts): HiddenField[] =>
  [...texts].flatMap(([name, values]) =>
    values.map((value) => ({ name: writable(lists.has(name) ? `${name}[]` : name), value: writable(value) })),
  );

/** HTML cannot represent U+0000. */
const writable = (text: string): string => text.replaceAll('\0', '');

function pageField(
  field: FieldDefinition,
  files: FieldFileLimits | null,
  form: FormTexts,
  errors: readonly PageError[],
  placesLeft: Readonly<Record<string, number>> = {},
): FormPageField {
  const { name, label, type, options, validation: preset } = field;
  const values = form.texts.get(name) ?? [];
  return {
    ...{ name, label, type, options, preset },
    required: field.required && untickedTextOf(field, form) === undefined,
    fullOptions: Object.keys(placesLeft).filter((option) => placesLeft[option] === 0),
    maxFiles: files?.maxFiles ?? null,
    maxBytes: files?.maxFileBytes ?? null,
    accept: files?.accept ?? null,
    values: values.map(writable),
    messages: onceEach(errors.filter(({ path }) => fieldNameOf(path) === name)),
  };
}

/** Removes repeated errors, since several entries of a list often have the same error. */
const onceEach = (errors: readonly PageError[]): Message[] => [...new Map(errors.map(({ reason }) => [reason.code, reason])).values()];

/** Returns the text for "no" that the visitor's page sends in a hidden input before its check box; undefined when it sends none. */
const untickedTextOf = ({ name, type }: FieldDefinition, { texts }: FormTexts): string | undefined =>
  type === 'boolean' ? texts.get(name)?.find((text) => booleanOf(text) === false) : undefined;

import { shownLabel } from '../../fields/field-label.rules';
import { fieldFileLimits, type FileLimits } from '../../fields/file-options.rules';
import type { FieldDefinition } from '../../fields/field.types';
import type { CompiledForm } from '../compiled-form';
import type { FormTexts } from '../form-encoding.rules';
import type { SubmissionError } from '../submission-error.rules';
import { filesOf, isControlName, type SubmittedFields } from '../submitted-fields.rules';
import type { FormPageField } from './page.types';
import type { Message } from './texts/message.types';

interface HiddenField {
  name: string;
  value: string;
}

/** A submission that was refused for errors of its fields, as the parts of a page on which the visitor can correct it. */
export interface Correction {
  fields: readonly FormPageField[];
  /** Values that the visitor's page has sent besides the fields, such as `_redirect`. */
  hiddenFields: readonly HiddenField[];
  needsFilesAgain: boolean;
}

/**
 * The correction of a submission; null when the visitor cannot make it here: the form stores its values as sent, so its fields may not be
 * those of the visitor's page, or an error is at no field of the form.
 */
export function correctionOf(
  form: CompiledForm,
  submitted: SubmittedFields,
  errors: readonly SubmissionError[],
  limits: FileLimits,
): Correction | null {
  const names = new Set(form.fields.map(({ name }) => name));
  const areAtFields = errors.every(({ path }) => names.has(fieldNameOf(path)));
  if (submitted.encoding === 'json' || !form.validatesFields || !areAtFields) return null;
  const others = hiddenFieldsOf(submitted.form).filter(({ name }) => isControlName(name) && !REPLACED.has(name));
  return {
    fields: pageFields(form, submitted.form, errors, limits),
    hiddenFields: [...others, ...form.fields.flatMap((field) => untickedValue(field, submitted.form))],
    needsFilesAgain: filesOf(submitted).length > 0,
  };
}

/** The fields of a form as its page shows them, with the texts that were sent and the errors at each field. */
export const pageFields = (
  form: CompiledForm,
  submitted: FormTexts,
  errors: readonly SubmissionError[],
  limits: FileLimits,
): FormPageField[] => form.fields.map((field) => pageField(field, submitted, errors, limits));

/** The errors that are at no field of the form, as those of the submission as a whole. */
export function messagesOfAll(form: CompiledForm, errors: readonly SubmissionError[]): Message[] {
  const names = new Set(form.fields.map(({ name }) => name));
  return onceEach(errors.filter(({ path }) => !names.has(fieldNameOf(path))));
}

/** The same submission as hidden inputs; null when that is not possible, since a page cannot contain files. */
export function repetitionOf(submitted: SubmittedFields): readonly HiddenField[] | null {
  if (submitted.encoding === 'json' || filesOf(submitted).length > 0) return null;
  return hiddenFieldsOf(submitted.form).filter(({ name }) => name !== '_nonce');
}

/** The errors of a submission by the labels of its fields; one of the body as a whole has none. */
export function problemsOf(
  form: CompiledForm,
  errors: readonly SubmissionError[],
): { label: string | null; message: Message }[] {
  const labels = new Map(form.fields.map((field) => [field.name, shownLabel(field)]));
  return errors.map(({ path, reason }) => ({
    label: path === 'body' ? null : (labels.get(fieldNameOf(path)) ?? path),
    message: reason,
  }));
}

/** Control fields that the page has inputs of its own for. */
const REPLACED: ReadonlySet<string> = new Set(['_gotcha', '_nonce']);

/** Paths of list entries end in an index. Names of fields contain no dot. */
const fieldNameOf = (path: string): string => path.split('.', 1)[0]!;

const hiddenFieldsOf = ({ texts, lists }: FormTexts): HiddenField[] =>
  [...texts].flatMap(([name, values]) =>
    values.map((value) => ({ name: lists.has(name) ? `${name}[]` : name, value })),
  );

function pageField(
  field: FieldDefinition,
  { texts }: FormTexts,
  errors: readonly SubmissionError[],
  limits: FileLimits,
): FormPageField {
  const { name, label, type, options } = field;
  const files = type === 'file' ? fieldFileLimits(options, limits) : null;
  const values = texts.get(name) ?? [];
  return {
    name,
    label,
    type,
    options,
    required: field.required && untickedTextOf(field, values) === undefined,
    preset: field.validation,
    maxFiles: files?.maxFiles ?? null,
    maxBytes: files?.maxFileBytes ?? null,
    accept: files?.accept ?? null,
    values: values.map((value) => value.replaceAll('\0', '')), // HTML has no way to write U+0000
    messages: messagesAt(name, errors),
  };
}

const messagesAt = (name: string, errors: readonly SubmissionError[]): Message[] =>
  onceEach(errors.filter(({ path }) => fieldNameOf(path) === name));

/** Entries of one list often have the same error, which is said once. */
const onceEach = (errors: readonly SubmissionError[]): Message[] => [
  ...new Map(errors.map(({ reason }) => [reason.code, reason])).values(),
];

const NO_WORDS: ReadonlySet<string> = new Set(['false', '0', 'off', 'no']);

/** The text for "no" that the visitor's page sends by a hidden input before its check box; undefined when it sends none. */
const untickedTextOf = ({ type }: FieldDefinition, values: readonly string[]): string | undefined =>
  type === 'boolean' ? values.find((value) => NO_WORDS.has(value)) : undefined;

function untickedValue(field: FieldDefinition, { texts }: FormTexts): HiddenField[] {
  const value = untickedTextOf(field, texts.get(field.name) ?? []);
  return value === undefined ? [] : [{ name: field.name, value }];
}

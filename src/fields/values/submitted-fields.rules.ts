import { isJsonObject } from '../../platform/json/json.rules';
import type { ReceivedFile } from '../../files/submission-file.entity';
import { isBlank } from '../../platform/text/invisible.rules';
import type { FormTexts } from './form-encoding.rules';
import { submissionError, type SubmissionError } from './submission-error.rules';

/** The decoded body of a submission: values by name, with their encoding. `emptyInputs` are file inputs in which no file was chosen. */
export type SubmittedValues =
  | { encoding: 'json'; values: Readonly<Record<string, unknown>> }
  | { encoding: 'urlencoded'; form: FormTexts }
  | { encoding: 'multipart'; form: FormTexts; files: readonly ReceivedFile[]; emptyInputs?: readonly string[] };

/** The most names of a submission to a form without validation, which stores all of them as fields. */
export const MAX_SUBMITTED_FIELDS = 200;

/** The most names of any submission. A form that validates tells those that it does not keep. */
export const MAX_SENT_NAMES = 1000;

export const tooManyFields = (maxFields: number): SubmissionError => submissionError('body', { code: 'too_many_fields', maxFields });

/** The longest name of a field, and the longest part of an unknown name that a response repeats, in code points. */
export const MAX_NAME_LENGTH = 64;

/**
 * The field map of a JSON body: the object in `fields` when that is the only member, else the body itself. The API returns
 * submissions in the first shape, so a submission can be sent again as it was read.
 */
export function fieldMapOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(body);
  const inner = names.length === 1 && names[0] === 'fields' ? body.fields : null;
  return isJsonObject(inner) ? inner : body;
}

export function submittedNames(submitted: SubmittedValues): Iterable<string> {
  return submitted.encoding === 'json' ? Object.keys(submitted.values) : submitted.form.texts.keys();
}

/** The values under a name: one JSON member, or all texts of a form encoding. */
export function valuesAt(submitted: SubmittedValues, name: string): readonly unknown[] {
  if (submitted.encoding !== 'json') return submitted.form.texts.get(name) ?? NONE;
  return Object.hasOwn(submitted.values, name) ? [submitted.values[name]] : NONE;
}

/** The value under a name as a form without validation stores it: a JSON value, a text, or a list of texts. */
export function sentValueOf(name: string, submitted: SubmittedValues): unknown {
  if (submitted.encoding === 'json') return submitted.values[name];
  const texts = submitted.form.texts.get(name) ?? [];
  return texts.length === 1 && !submitted.form.lists.has(name) ? texts[0] : texts;
}

/** True for null, for a text without a visible character, and for a list or an object that contains only such values. */
export function isBlankValue(value: unknown): boolean {
  if (typeof value === 'string') return isBlank(value);
  return value === null || (typeof value === 'object' && Object.values(value).every(isBlankValue));
}

export const filesOf = (submitted: SubmittedValues): readonly ReceivedFile[] =>
  submitted.encoding === 'multipart' ? submitted.files : NO_FILES;

export const fileNamesOf = (submitted: SubmittedValues): ReadonlySet<string> => new Set(filesOf(submitted).map(({ field }) => field));

/** Errors of the submission as a whole: too many fields, or a character that PostgreSQL cannot store. */
export function submittedFieldErrors(submitted: SubmittedValues, maxNames: number): SubmissionError[] {
  if (submitted.encoding === 'json') {
    return Object.keys(submitted.values).length > maxNames ? [tooManyFields(maxNames)] : [];
  }
  if (submitted.form.texts.size + fileNamesOf(submitted).size > maxNames) return [tooManyFields(maxNames)];
  return [...submitted.form.texts].flatMap(([name, texts]) => nullCharacterErrors(name, texts));
}

/** A name as responses repeat it, cut to the maximum length of a field name, or to another number of code points. */
export function truncatedName(name: string, maxLength = MAX_NAME_LENGTH): string {
  if (name.length <= maxLength) return name;
  const start = name.slice(0, 2 * maxLength); // avoids splitting a name of many kilobytes into code points
  return [...start].slice(0, maxLength).join('');
}

/** A name as the owner of a form sees it: cut, and without control characters. It may be empty. */
export const shownName = (name: string): string => truncatedName(name.toWellFormed().replace(CONTROL_CHARACTERS, ''));

const CONTROL_CHARACTERS = /\p{Cc}/gu;

const NONE: readonly unknown[] = [];
const NO_FILES: readonly ReceivedFile[] = [];

/** Finds null characters in a form encoding. The JSON parser already refuses them, together with unpaired surrogates. */
function nullCharacterErrors(name: string, texts: readonly string[]): SubmissionError[] {
  if (name.includes('\0')) return [submissionError('body', { code: 'null_character_in_name' })];
  const index = texts.findIndex((text) => text.includes('\0'));
  if (index === -1) return [];
  const path = truncatedName(name);
  return [submissionError(texts.length > 1 ? `${path}.${index}` : path, { code: 'null_character' })];
}

import type { FieldError } from '../api/errors/field-error.types';
import { isJsonObject } from '../platform/json/json-object.rules';
import type { FormTexts } from './form-encoding.rules';

/** What a visitor or a server sent to a form, by name, in the encoding that it came in. */
export type SentFields =
  | { encoding: 'json'; values: Readonly<Record<string, unknown>> }
  | { encoding: 'urlencoded'; form: FormTexts }
  | { encoding: 'multipart'; form: FormTexts; fileNames: ReadonlySet<string> };

export const MAX_SENT_FIELDS = 200;
export const TOO_MANY_FIELDS: FieldError = { path: 'body', message: `Send at most ${MAX_SENT_FIELDS} fields.` };

/** The longest name that a field can have, and the longest that a reply repeats, in code points. */
export const MAX_NAME_LENGTH = 64;

/**
 * The field map of a JSON body: the body itself, or what is inside `fields` when that is its only member and an object.
 * The second shape is what the API prints, so that a submission that was read can be sent as it is.
 */
export function fieldMapOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(body);
  const inner = names.length === 1 && names[0] === 'fields' ? body.fields : null;
  return isJsonObject(inner) ? inner : body;
}

/** Names that steer a submission, or that nobody asked for, such as `_gotcha`. They are never stored and never listed. */
export const isControlName = (name: string): boolean => name.startsWith('_');

/** Every name that was sent as JSON member or as text, in the order sent. */
export function sentNames(sent: SentFields): Iterable<string> {
  return sent.encoding === 'json' ? Object.keys(sent.values) : sent.form.texts.keys();
}

/** The names that a file came with; none outside of multipart. */
export function sentFileNames(sent: SentFields): ReadonlySet<string> {
  return sent.encoding === 'multipart' ? sent.fileNames : NO_NAMES;
}

/** What forbids reading the fields at all: too many of them, or a character that the database cannot hold. */
export function sentFieldFaults(sent: SentFields): FieldError[] {
  if (sent.encoding === 'json') return Object.keys(sent.values).length > MAX_SENT_FIELDS ? [TOO_MANY_FIELDS] : [];
  if (sent.form.texts.size + sentFileNames(sent).size > MAX_SENT_FIELDS) return [TOO_MANY_FIELDS];
  return [...sent.form.texts].flatMap(([name, texts]) => nullCharacterFaults(name, texts));
}

/** A name as replies repeat it: whole when it could be the name of a field, else its beginning. */
export function shownName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const beginning = name.slice(0, 2 * MAX_NAME_LENGTH); // spares taking apart a name of many kilobytes
  return [...beginning].slice(0, MAX_NAME_LENGTH).join('');
}

const NO_NAMES: ReadonlySet<string> = new Set();
const NULL_CHARACTER = 'A text must not hold the character U+0000.';
const NULL_CHARACTER_IN_NAME = 'A name must not hold the character U+0000.';

/** JSON bodies are searched for this, and for broken surrogates, before they get here; decoded UTF-8 has no broken surrogates. */
function nullCharacterFaults(name: string, texts: readonly string[]): FieldError[] {
  if (name.includes('\0')) return [{ path: 'body', message: NULL_CHARACTER_IN_NAME }];
  const index = texts.findIndex((text) => text.includes('\0'));
  if (index === -1) return [];
  return [{ path: texts.length > 1 ? `${shownName(name)}.${index}` : shownName(name), message: NULL_CHARACTER }];
}

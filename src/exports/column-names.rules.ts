import { nameInPath } from '../api/body/json-text.rules';
import { FIELD_NAME_PATTERN } from '../forms/definition/field.types';

/** The names of columns in a text with commas between them. */
export const columnNamesIn = (text: string): string[] => text.split(',').map((name) => name.trim());

/** What is wrong with the names of columns in a text, whatever form it is for; null for nothing. */
export function columnNamesError(text: string): string | null {
  const names = columnNamesIn(text);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  const impossible = names.filter((name) => !FIELD_NAME_PATTERN.test(name));
  if (names.includes('')) return 'must be the names of columns with commas between them';
  if (impossible.length > 0) return unknownColumns(impossible);
  return repeated.length > 0 ? `must not have ${listed(repeated)} more than once` : null;
}

/** The error of names that are none of a form's columns. */
export const unknownColumns = (names: readonly string[]): string =>
  `must name columns of every form or fields of this form; these are neither: ${listed(names)}`;

/** Names as clients sent them, which may be long and many. */
function listed(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, MAX_LISTED).map((name) => JSON.stringify(nameInPath(name)));
  return shown.join(', ') + (names.length > MAX_LISTED ? ' …' : '');
}

const MAX_LISTED = 20;

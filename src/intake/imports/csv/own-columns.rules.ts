import { FIRST_COLUMNS, LABELS, type OwnColumn } from '../../../exports/export-columns.rules';
import type { Column } from '../import.types';

type Texts = Readonly<Record<OwnColumn, string>>;

/** The texts above our own columns: their names, or their labels. */
const HEADERS: readonly Texts[] = [Object.fromEntries(Object.keys(LABELS).map((name) => [name, name])) as Texts, LABELS];

/** The texts above our own columns in an export that begins with all of them; undefined for any other file. */
const ownTexts = (header: readonly string[]): Texts | undefined =>
  HEADERS.find((texts) => FIRST_COLUMNS.every((name, index) => header[index] === texts[name]));

export const isOwnHeader = (header: readonly string[]): boolean => ownTexts(header) !== undefined;

/**
 * Our own columns, at their places in the header; few or none for a file of anybody else. An export that was asked for states has their
 * column behind the fixed ones; where only one column is called so and a field has this name, it is that of the field.
 */
export function ownColumns(header: readonly string[], isField: (name: string) => boolean): Column[] {
  const texts = ownTexts(header);
  if (!texts) return besideFields(header, isField);
  const columns = FIRST_COLUMNS.map((name): Column => (name === 'received_at' ? { is: name } : { is: 'ours' }));
  const { length } = columns;
  const hasState = header[length] === texts.state && (!isField(texts.state) || header.lastIndexOf(texts.state) > length);
  if (hasState) columns.push({ is: 'ours' });
  if (header.at(-1) === texts.other_fields) columns[header.length - 1] = { is: 'other_fields' };
  return columns;
}

/** In an export with chosen columns each of ours stands before the field of its name, and the other values stand behind it. */
function besideFields(header: readonly string[], isField: (name: string) => boolean): Column[] {
  const columns: Column[] = [];
  for (const name of Object.keys(LABELS)) {
    const index = header.indexOf(name);
    const isPair = header[index + 1] === name && header.lastIndexOf(name) === index + 1;
    if (index === -1 || !isPair || !isField(name)) continue;
    if (name === 'other_fields') columns[index + 1] = { is: name };
    else columns[index] = name === 'received_at' ? { is: name } : { is: 'ours' };
  }
  return columns;
}

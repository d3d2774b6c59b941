import { FIRST_COLUMNS, LABELS, type OwnColumn } from '../../../exports/column-labels.rules';
import type { Column } from './column.types';

type Texts = Readonly<Record<OwnColumn, string>>;

/** What stands above our own columns: their names, or their labels. */
const HEADERS: readonly Texts[] = [Object.fromEntries(Object.keys(LABELS).map((name) => [name, name])) as Texts, LABELS];

/** The texts above the columns of an export that begins with all of ours, which others that we write are only behind them. */
const ownTexts = (header: readonly string[]): Texts | undefined =>
  HEADERS.find((texts) => FIRST_COLUMNS.every((name, index) => header[index] === texts[name]));

export const isOwnHeader = (header: readonly string[]): boolean => ownTexts(header) !== undefined;

/**
 * What our own columns are, at their places in the header; few or none for a file of anybody else. A column of the state stands behind the fixed
 * ones where an export was asked for it, so that one of that name which is alone may be that of a field.
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

/**
 * Our own columns in an export with chosen ones, where each stands beside the field of its name: before it, but for the other values, which
 * stand behind it.
 */
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

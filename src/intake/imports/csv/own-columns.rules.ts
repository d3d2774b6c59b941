import { FIRST_COLUMNS, LABELS, type OwnColumn } from '../../../exports/export-columns.rules';
import type { Column } from '../import.types';

type Texts = Readonly<Record<OwnColumn, string>>;

/** The headers of the service's own columns: their names, or their labels. */
const HEADERS: readonly Texts[] = [Object.fromEntries(Object.keys(LABELS).map((name) => [name, name])) as Texts, LABELS];

/** Returns the headers of the own columns if an export begins with all of them; undefined for any other file. */
const ownTexts = (header: readonly string[]): Texts | undefined =>
  HEADERS.find((texts) => FIRST_COLUMNS.every((name, index) => header[index] === texts[name]));

export const isOwnHeader = (header: readonly string[]): boolean => ownTexts(header) !== undefined;

/** The column `state` follows the fixed ones, but belongs to a field of this name if the header has it only once. */
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

/** In an export with chosen columns, an own column precedes the field of the same name; `other_fields` follows its namesake. */
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

import type { Column } from './column.types';

/** The columns with which our own exports begin. Others that we write are ours only behind them. */
const FIXED = ['id', 'received_at', 'source', 'read_at', 'file_count'];

export const isOwnHeader = (header: readonly string[]): boolean => FIXED.every((name, index) => header[index] === name);

/**
 * What our own columns are, at their places in the header; empty for a file of anybody else. A column of the state stands behind the fixed
 * ones where an export was asked for it, so that one of that name which is alone may be that of a field.
 */
export function ownColumns(header: readonly string[], isField: (name: string) => boolean): Column[] {
  if (!isOwnHeader(header)) return [];
  const columns = FIXED.map((name): Column => (name === 'received_at' ? { is: name } : { is: 'ours' }));
  const hasState = header[FIXED.length] === 'state' && (!isField('state') || header.lastIndexOf('state') > FIXED.length);
  if (hasState) columns.push({ is: 'ours' });
  if (header.at(-1) === 'other_fields') columns[header.length - 1] = { is: 'other_fields' };
  return columns;
}

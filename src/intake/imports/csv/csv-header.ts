import { ApiError, type FieldError, validationFailed } from '../../../api/errors/api-error';
import { isEscaped, unescaped } from '../../../exports/csv-escape.rules';
import type { FileRecord, ImportOptions } from '../import.types';
import { isUnclearDay } from '../times/imported-time.rules';
import { listed, planColumns } from './columns.rules';
import type { ColumnPlan, FormOfColumns } from './column.types';
import { isOwnHeader } from './own-columns.rules';

/** What is known of a csv before its first row is stored. */
export interface LookedThrough {
  columns: Record<string, string>;
  unknownColumns: string[];
  warnings: string[];
}

/**
 * Reads all records of a csv. Throws 422 for a header that cannot be used, and for times of which the day and the month could be either, as
 * long as nobody has said which comes first.
 */
export async function lookThrough(
  records: AsyncIterable<FileRecord<string[]>>,
  options: ImportOptions,
  form: FormOfColumns,
): Promise<LookedThrough> {
  let header: string[] | undefined;
  let plan: ColumnPlan | undefined;
  let timeColumn = -1;
  const found = { isUnclear: false, isEscaped: false, filled: new Set<number>() };
  for await (const record of records) {
    if (!plan || !header) {
      if ('error' in record) throw validationFailed([{ path: 'body', message: `The header is broken. ${record.error}` }]);
      header = record.value;
      if (header.length > MAX_COLUMNS) throw validationFailed([{ path: 'header', message: tooMany(header.length) }]);
      if (header.some((text) => text.includes('\0'))) throw new ApiError('malformed_request', { message: WITHOUT_MARK });
      plan = checkedPlan(header, options, form);
      timeColumn = plan.columns.findIndex(({ is }) => is === 'received_at');
    } else if ('value' in record) {
      const cells = record.value;
      found.isUnclear ||= timeColumn !== -1 && isUnclearDay(cells[timeColumn] ?? '');
      found.isEscaped ||= cells.some(isEscaped);
      for (const [index, cell] of cells.entries()) if (cell !== '') found.filled.add(index);
    }
  }
  if (!plan || !header) throw validationFailed([{ path: 'body', message: 'The file needs a header with the names of its columns.' }]);
  if (found.isUnclear && options.times.isDayFirst === undefined) throw validationFailed([{ path: 'day_first', message: UNCLEAR_DAYS }]);
  const isLeftEscaped = found.isEscaped && options.escape === 'none' && isOwnHeader(header);
  return { ...describe(header, plan, found.filled), warnings: isLeftEscaped ? [LEFT_ESCAPED] : [] };
}

/** More than any form has fields, and than people give to a table. */
export const MAX_COLUMNS = 1_000;

const tooMany = (count: number): string => `must have at most ${MAX_COLUMNS} columns, and has ${count}`;
const WITHOUT_MARK = 'The header has the character U+0000. A file in UTF-16 needs a byte order mark; save it as "CSV UTF-8".';
const UNCLEAR_DAYS =
  'must be true or false, as the day and the month of times in the file could be either: true where 1/2/2026 is in February';
const LEFT_ESCAPED =
  `Texts in this file begin with a ' before a character such as = or +, which stays part of them. ` +
  'If it was exported with escape=spreadsheet, import it with escape=spreadsheet.';

/** The columns of a header, which is escaped like the texts below it. */
export function planOf(header: readonly string[], { columns: named, escape }: ImportOptions, form: FormOfColumns): ColumnPlan {
  const read = escape === 'spreadsheet' ? unescaped : (text: string) => text;
  return planColumns(header.map(read), new Map([...named].map(([target, text]) => [target, read(text)])), form);
}

function checkedPlan(header: string[], options: ImportOptions, form: FormOfColumns): ColumnPlan {
  const { unknown } = options;
  const plan = planOf(header, options, form);
  const isStored = plan.columns.some((column) =>
    column.is === 'other' ? column.isStored || unknown === 'keep' : ['field', 'reply_to', 'other_fields'].includes(column.is),
  );
  const errors = plan.errors.length === 0 && !isStored ? [{ path: 'header', message: noField(header, form) }] : plan.errors;
  if (errors.length > 0) throw validationFailed(errors);
  return plan;
}

function noField(header: readonly string[], { fields }: FormOfColumns): string {
  const ofFile = `must name a field of the form in one of its columns, which are ${listed(header)}`;
  if (fields.length === 0) return `${ofFile}. The form has no fields: create them, or keep the values with unknown=keep`;
  return `${ofFile}. The fields are ${listed(fields.map(({ name }) => name))}; column.${fields[0]!.name} tells the header of a column`;
}

function describe(header: readonly string[], { columns }: ColumnPlan, filled: ReadonlySet<number>): Omit<LookedThrough, 'warnings'> {
  const known: [string, string][] = [];
  const unknown = new Set<string>();
  for (const [index, column] of columns.entries()) {
    const text = header[index]!;
    if (column.is === 'field') known.push([text, column.field.name]);
    else if (column.is === 'reply_to') known.push([text, column.field]);
    else if (column.is === 'received_at' || column.is === 'source_id') known.push([text, column.is]);
    else if (column.is === 'other' && column.isStored) known.push([text, column.name]);
    else if (column.is === 'other' && (text.trim() !== '' || filled.has(index))) unknown.add(text.trim() || column.name);
  }
  return { columns: Object.fromEntries(known), unknownColumns: [...unknown] };
}

export const inBody = (message: string): FieldError[] => [{ path: 'body', message }];

import type { ApiError, ImportReport } from 'form-collection-client';
import { dayAndMinuteText } from '../../../elements/time';
import { counted } from '../../../english.rules';

export interface ImportChoices {
  /** The header of the column that somebody chose for a field, by field. */
  columns: Readonly<Record<string, string>>;
  options: Readonly<Partial<Record<ImportOption, string>>>;
}

export type ImportOption = 'charset' | 'time_zone' | 'day_first' | 'unknown' | 'escape' | 'validate' | 'keep_old' | 'read';

export function importQuery({ columns, options }: ImportChoices, isDryRun: boolean): URLSearchParams {
  const chosen = Object.entries(options).filter(([, value]) => value !== '');
  const mapped = Object.entries(columns).map(([field, header]) => [`column.${field}`, header]);
  return new URLSearchParams([...mapped, ...chosen, ...(isDryRun ? [['dry_run', 'true']] : [])] as [string, string][]);
}

/** The choices after a column was assigned to another field, or to none (''). */
export function withColumn({ columns, options }: ImportChoices, header: string, field: string): ImportChoices {
  const others = Object.entries(columns).filter(([name, given]) => given !== header && name !== field);
  return { options, columns: Object.fromEntries([...others, ...(field ? [[field, header]] : [])]) as Record<string, string> };
}

/** The media type of a file by its name, since browsers know few of these types. */
export const importTypeOf = (name: string): 'application/x-ndjson' | 'text/csv' =>
  /\.(?:ndjson|jsonl)$/i.test(name) ? 'application/x-ndjson' : 'text/csv';

/** The options that the findings of the service require. */
export function demandedBy(view: ImportReport): ImportOption[] {
  const { columns, unknown_columns: unknown, warnings, refused_groups: groups } = view;
  const isDue: [ImportOption, boolean][] = [
    ['escape', warnings.some((text) => text.includes('escape'))],
    ['time_zone', Object.values(columns).includes('received_at')],
    ['day_first', groups.some(({ message }) => message.includes('day_first='))],
    ['unknown', unknown.length > 0],
    ['validate', groups.some(({ code }) => code === 'invalid')],
    ['keep_old', tooOldIn(view) > 0],
  ];
  return isDue.flatMap(([option, is]) => (is ? [option] : []));
}

/** The number of rows that are refused because the form does not keep submissions as long. */
export const tooOldIn = ({ refused_groups: groups }: ImportReport): number =>
  groups.reduce((sum, { code, count }) => sum + (code === 'older_than_retention' ? count : 0), 0);

/** Tells which rows the retention of the form would delete; null if there are none. */
export function deletionInWords(view: ImportReport, days: string): string | null {
  const { will_be_deleted: stored, imported } = view;
  const old = tooOldIn(view);
  if (stored > 0)
    return `The form keeps submissions for ${days}. ${stored.toLocaleString('en')} of these ${imported.toLocaleString('en')} are older and will be deleted ${deletionTime(view)}.`;
  return old > 0
    ? `The form keeps submissions for ${days}. ${counted(old, 'row')} ${old === 1 ? 'is' : 'are'} older and would be deleted ${deletionTime(view)}, so ${old === 1 ? 'it is' : 'they are'} left out.`
    : null;
}

const deletionTime = ({ deleted_from: from }: ImportReport): string =>
  from === null ? 'within the hour' : `from ${dayAndMinuteText(new Date(from))} on`;

/** The lines of refused rows, as far as they are told. */
export function linesOf({ count, lines }: ImportReport['refused_groups'][number]): string {
  const more = count > lines.length ? ` and ${(count - lines.length).toLocaleString('en')} more` : '';
  return `${count === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}${more}`;
}

export const demandedByRefusal = ({ message, details }: Pick<ApiError, 'message' | 'details'>): ImportOption[] =>
  (['charset', 'day_first', 'time_zone', 'unknown'] as const).filter((option) =>
    [message, ...Object.entries(details).flat(2)].some((text) => String(text).includes(option)),
  );

/** The other form into which an import runs that this one has waited for; null for any other refusal. */
export const formInTheWay = ({ code, details: { form_id: id } }: Pick<ApiError, 'code' | 'details'>, own: string): string | null =>
  code === 'import_running' && typeof id === 'string' && id !== own ? id : null;

/** The reasons why the whole file was refused; none if the message of the error is enough. */
export function reasonsOfRefusal(error: Pick<ApiError, 'message' | 'details'>): string[] {
  const asked = demandedByRefusal(error).flatMap((option) => ASKED[option] ?? []);
  if (asked.length > 0) return asked;
  const details = Object.fromEntries(Object.entries(error.details).filter(([, reasons]) => Array.isArray(reasons)));
  return reasonsOf(details as Record<string, string[]>).map(({ field, reason }) => (field ? `${field} ${reason}.` : reason));
}

const ASKED: Partial<Record<ImportOption, string>> = {
  charset: 'This file is not in Unicode. Choose its encoding.',
  day_first: 'Dates of this file can be read in two ways. Choose one.',
};

/** The columns of a file in an order that does not change with the assignments. */
export function headersOf({ columns, unknown_columns: unknown }: ImportReport, before: readonly string[]): string[] {
  const present = [...Object.keys(columns), ...unknown];
  return [...before.filter((header) => present.includes(header)), ...present.filter((header) => !before.includes(header))];
}

/** The numbers of a finished or planned import in words. */
export function inWords(
  { imported, already_there: there, refused_count: refused, not_validated: loose }: ImportReport,
  isDone: boolean,
): string {
  const are = (count: number) => (isDone ? (count === 1 ? 'was' : 'were') : 'will be');
  return [
    `${counted(imported, 'submission')} ${are(imported)} imported.`,
    ...(loose > 0 ? [`${loose.toLocaleString('en')} of them break rules of the fields.`] : []),
    ...(there > 0 ? [`${counted(there, 'row')} ${there === 1 ? 'was' : 'were'} imported before.`] : []),
    ...(refused > 0 ? [`${counted(refused, 'row')} ${are(refused)} left out.`] : []),
  ].join(' ');
}

export const reasonsOf = (errors: Readonly<Record<string, readonly string[]>>): { field: string; reason: string }[] =>
  Object.entries(errors).flatMap(([field, reasons]) => reasons.map((reason) => ({ field: field === 'body' ? '' : field, reason })));

export function refusedTable(refused: ImportReport['refused']): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = refused.flatMap(({ line, errors }) => reasonsOf(errors).map(({ field, reason }) => [String(line), field, reason]));
  return [['line', 'field', 'reason'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

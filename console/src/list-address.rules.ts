/** The filters in the address of the inbox, named as in the API. */
export const FILTERS = ['form', 'read_status', 'state', 'has_files', 'delivery', 'search'] as const;

/** The first and the last day in it, as `YYYY-MM-DD`, in the zone of whoever reads. */
export const DAYS = ['from', 'to'] as const;

/** A filter of the list that the address names; the form is the list's place rather than a filter of it. */
const NARROWING: readonly string[] = [...FILTERS.filter((name) => name !== 'form'), ...DAYS];

export const isNarrowed = (query: URLSearchParams): boolean => NARROWING.some((name) => query.get(name));

/** The address without what leaves something out. A table stays that of its form; else, and then, the form goes as well. */
export function withoutFilters(query: URLSearchParams): URLSearchParams {
  if (!isTable(query) || !isNarrowed(query)) return new URLSearchParams();
  return new URLSearchParams([...query].filter(([name]) => !NARROWING.includes(name)));
}

export function filtersIn(query: URLSearchParams): Record<string, string> {
  const given = FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)!] as const] : []));
  const { from, to } = daysIn(query);
  return {
    ...Object.fromEntries(given),
    ...(from && { received_after: startOf(from, 0) }),
    ...(to && { received_before: startOf(to, 1) }),
  };
}

/** The days in the address that are days. */
export function typedDays(query: URLSearchParams): { from: string; to: string } {
  const [from, to] = DAYS.map((name) => query.get(name) ?? '').map((text) => (isDay(text) ? text : ''));
  return { from: from!, to: to! };
}

/** Those of them that count: a last one before the first does not. */
export function daysIn(query: URLSearchParams): { from: string; to: string } {
  const { from, to } = typedDays(query);
  return { from, to: to < from ? '' : to };
}

/** True where the last day is before the first. */
export const isReversed = (query: URLSearchParams): boolean => typedDays(query).to !== daysIn(query).to;

/** The query with another first or last day; the other one stays as it was typed. */
export const withDay = (query: URLSearchParams, name: (typeof DAYS)[number], day: string): URLSearchParams =>
  withChoices(query, { ...typedDays(query), [name]: isDay(day) ? day : '' });

/** True for a day that submissions may have: a real one, since 1970. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '1970') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Midnight before a day, or some days later: these may have other than 24 hours. */
function startOf(day: string, later: number): string {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + later).toISOString();
}

/** True where the submissions of one form are shown as a table. Anything that is no id, such as dots, would lead elsewhere in the API. */
export const isTable = (query: URLSearchParams): boolean => query.get('view') === 'table' && /^[\w-]+$/.test(query.get('form') ?? '');

export const asTable = (query: URLSearchParams, form: string): URLSearchParams => withChoices(query, { form, view: 'table' });

/** The list of the same form. Its address keeps the columns, so that one comes back to the same table. */
export const asList = (query: URLSearchParams): URLSearchParams => withChoices(query, { view: '' });

/** Only a table may begin with the oldest. */
export const isOldestFirst = (query: URLSearchParams): boolean => isTable(query) && query.get('order') === 'oldest';

/** The same table in the other order; newest first is not said. */
export const inOtherOrder = (query: URLSearchParams): URLSearchParams =>
  withChoices(query, { order: isOldestFirst(query) ? '' : 'oldest' });

/** The names of the columns that the address has chosen, each once; null where it leaves them to the form. */
export function namesIn(query: URLSearchParams): string[] | null {
  const names = (query.get('columns') ?? '').split(',').filter(Boolean);
  return names.length > 0 ? [...new Set(names)] : null;
}

/** The same table with other columns; null leaves them to the form. */
export const withNames = (query: URLSearchParams, names: readonly string[] | null): URLSearchParams =>
  withChoices(query, { columns: names?.join(',') ?? '' });

/** The part of the query that decides which submissions a list has, and in which order. */
export const readBy = (query: URLSearchParams): string =>
  new URLSearchParams({ ...filtersIn(query), ...(isOldestFirst(query) && { order: 'oldest' }) }).toString();

export const inboxAddress = (query: URLSearchParams): string => ['#/inbox', query.toString()].filter(Boolean).join('?');

export function withChoices(query: URLSearchParams, choices: Readonly<Record<string, string>>): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(choices)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
}

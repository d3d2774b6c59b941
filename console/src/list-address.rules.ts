/** The filters in the address of the inbox, named as in the API. */
export const FILTERS = ['form', 'read_status', 'state', 'trash', 'has_files', 'delivery', 'search', 'search_field'] as const;

/** The first and the last day in the address as `YYYY-MM-DD`, in the zone of the reader. */
export const DAYS = ['from', 'to'] as const;

/** The parameters that count as filters. The form does not, since it selects the list. */
const NARROWING: readonly string[] = [...FILTERS.filter((name) => name !== 'form'), ...DAYS];

export const isNarrowed = (query: URLSearchParams): boolean => NARROWING.some((name) => query.get(name));

/** Removes the filters. A table with filters keeps its form; otherwise the form is removed as well. */
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

/** The valid days in the address. */
export function typedDays(query: URLSearchParams): { from: string; to: string } {
  const [from, to] = DAYS.map((name) => query.get(name) ?? '').map((text) => (isDay(text) ? text : ''));
  return { from: from!, to: to! };
}

/** The days that filter the list. A last day before the first is ignored. */
export function daysIn(query: URLSearchParams): { from: string; to: string } {
  const { from, to } = typedDays(query);
  return { from, to: to < from ? '' : to };
}

export const isReversed = (query: URLSearchParams): boolean => typedDays(query).to !== daysIn(query).to;

/** The query with another first or last day. The other day stays as it was typed. */
export const withDay = (query: URLSearchParams, name: (typeof DAYS)[number], day: string): URLSearchParams =>
  withChoices(query, { ...typedDays(query), [name]: isDay(day) ? day : '' });

/** True for a real day since 1970. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '1970') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Midnight at the beginning of a day, or of a later one. Local days may be shorter or longer than 24 hours. */
function startOf(day: string, later: number): string {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + later).toISOString();
}

/** True if the submissions of one form are shown as a table. An invalid id, such as dots, would change the path in the API. */
export const isTable = (query: URLSearchParams): boolean => query.get('view') === 'table' && /^[\w-]+$/.test(query.get('form') ?? '');

export const asTable = (query: URLSearchParams, form: string): URLSearchParams => withChoices(query, { form, view: 'table' });

/** The list of the same form. Its address keeps the columns for the way back to the table. */
export const asList = (query: URLSearchParams): URLSearchParams => withChoices(query, { view: '' });

/** Only a table can begin with the oldest submission. */
export const isOldestFirst = (query: URLSearchParams): boolean => isTable(query) && query.get('order') === 'oldest';

/** The same table in the opposite order. The address omits the default order, newest first. */
export const inOtherOrder = (query: URLSearchParams): URLSearchParams =>
  withChoices(query, { order: isOldestFirst(query) ? '' : 'oldest' });

/** The names of the columns in the address, each once; null if the address has none. */
export function namesIn(query: URLSearchParams): string[] | null {
  const names = (query.get('columns') ?? '').split(',').filter(Boolean);
  return names.length > 0 ? [...new Set(names)] : null;
}

/** The same table with other columns; null restores the columns of the form. */
export const withNames = (query: URLSearchParams, names: readonly string[] | null): URLSearchParams =>
  withChoices(query, { columns: names?.join(',') ?? '' });

/** The part of the query that determines the submissions of a list and their order. */
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

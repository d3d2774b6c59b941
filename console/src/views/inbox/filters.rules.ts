import { type DAYS, daysIn, typedDays, withChoices, withDay } from '../../list-address.rules';

type Day = (typeof DAYS)[number];

/** The filters of the list by their names in the address; `status` stands for two of them. */
export type Choice = 'form' | 'status' | 'has_files' | 'delivery' | 'search' | 'search_field' | Day;

/** The labels of each filter by value, in the order of display. The first value is no filter. */
export const OPTIONS: Record<'status' | 'has_files' | 'delivery', Record<string, string>> = {
  status: { all: 'All statuses', unread: 'Unread', read: 'Read', quarantined: 'Quarantined' },
  has_files: { '': 'With and without files', true: 'With files', false: 'Without files' },
  delivery: { '': 'Any delivery', failed: 'Failed', uncertain: 'Uncertain', pending: 'Pending' },
};

const CHOICES = ['form', 'status', 'has_files', 'delivery', 'from', 'to'] as const;

export function chosen(query: URLSearchParams, choice: Choice): string {
  if (isDayOf(choice)) return typedDays(query)[choice];
  if (choice !== 'status') return query.get(choice) ?? '';
  const [state, read] = [query.get('state'), query.get('read_status')];
  return state === 'quarantined' ? state : (read ?? 'all');
}

const isDayOf = (choice: Choice): choice is Day => choice === 'from' || choice === 'to';

/** The query with another choice. Another form removes the columns and the field that is searched, and all forms together have no table. */
export function withChoice(query: URLSearchParams, choice: Choice, value: string): URLSearchParams {
  if (isDayOf(choice)) return withDay(query, choice, value);
  if (choice === 'form') return withChoices(query, { form: value, columns: '', search_field: '', ...(!value && { view: '', order: '' }) });
  if (choice === 'search') return withChoices(query, { search: value, ...(!value && { search_field: '' }) });
  if (choice !== 'status') return withChoices(query, { [choice]: value });
  const isHeld = value === 'quarantined';
  return withChoices(query, { state: isHeld ? value : '', read_status: isHeld || value === 'all' ? '' : value });
}

export const activeCount = (query: URLSearchParams): number =>
  CHOICES.filter((choice) => !['', 'all'].includes(chosen(query, choice))).length;

export function filtersInWords(query: URLSearchParams): string {
  const parts = (['status', 'has_files', 'delivery'] as const).flatMap((choice) => {
    const value = chosen(query, choice);
    if (['', 'all'].includes(value)) return [];
    const words = OPTIONS[choice][value] ?? value;
    return [choice === 'delivery' ? `delivery ${words.toLowerCase()}` : words.toLowerCase()];
  });
  const { from, to } = daysIn(query);
  const [search, field] = [query.get('search'), query.get('search_field')];
  return [
    ...parts,
    ...(from ? [`from ${from}`] : []),
    ...(to ? [`to ${to}`] : []),
    ...(search ? [`“${search}”${field ? ` in ${field}` : ''}`] : []),
  ].join(', ');
}

/** What one chooses among: the filters of the list by their names in the address, but *Status*, which stands for two of them. */
export type Choice = 'form' | 'status' | 'has_files' | 'delivery' | 'search';

/** Values by what is read of them, in the order in which they are offered; the first one is no filter. */
export const OPTIONS: Record<'status' | 'has_files' | 'delivery', Record<string, string>> = {
  status: { all: 'All statuses', unread: 'Unread', read: 'Read', quarantined: 'Quarantined' },
  has_files: { '': 'With and without files', true: 'With files', false: 'Without files' },
  delivery: { '': 'Any delivery', failed: 'Failed', uncertain: 'Uncertain', pending: 'Pending' },
};

/** The filters that stand behind *Filters* on a phone. */
const CHOICES = ['form', 'status', 'has_files', 'delivery'] as const;

/** What the address has chosen. */
export function chosen(query: URLSearchParams, choice: Choice): string {
  if (choice !== 'status') return query.get(choice) ?? '';
  const [state, read] = [query.get('state'), query.get('read_status')];
  return state === 'quarantined' ? state : (read ?? 'all');
}

/** The query with another choice. */
export function withChoice(query: URLSearchParams, choice: Choice, value: string): URLSearchParams {
  const changed = new URLSearchParams(query);
  const name = choice === 'status' ? (value === 'quarantined' ? 'state' : 'read_status') : choice;
  for (const each of choice === 'status' ? ['state', 'read_status'] : [choice]) changed.delete(each);
  if (value && value !== 'all') changed.set(name, value);
  return changed;
}

/** How many of them leave something out. */
export const activeCount = (query: URLSearchParams): number =>
  CHOICES.filter((choice) => !['', 'all'].includes(chosen(query, choice))).length;

/** The filters in words, for what is exported. */
export function filtersInWords(query: URLSearchParams): string {
  const parts = (['status', 'has_files', 'delivery'] as const).flatMap((choice) => {
    const value = chosen(query, choice);
    if (['', 'all'].includes(value)) return [];
    const words = OPTIONS[choice][value] ?? value;
    return [choice === 'delivery' ? `delivery ${words.toLowerCase()}` : words.toLowerCase()];
  });
  const search = query.get('search');
  return [...parts, ...(search ? [`“${search}”`] : [])].join(', ');
}

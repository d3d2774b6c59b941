import { shutOutBy, shutOutWarnings } from './shut-out.rules';

const lastSeenAt = new Date('2026-12-01T00:00:00Z');
const [A, B] = ['https://a.example', 'https://b.example'];
const ACCEPTED = [
  { name: A, count: 20, lastSeenAt },
  { name: B, count: 14, lastSeenAt },
  { name: 'null', count: 2, lastSeenAt },
  { name: '', count: 1, lastSeenAt },
];

const originsOf = (before: string[], after: string[]) => shutOutBy(ACCEPTED, before, after).map(({ origin }) => origin);

it.each([
  ['the first entry of an empty list', [], ['https://new.example'], [A, B, 'null', null]],
  ['a star in place of an empty list', [], ['*'], [null]],
  ['an entry that goes', [A, B], [B], [A]],
  ['a wildcard that goes', ['https://*.example', A], [A], []],
  ['an entry more', [A], [A, B], []],
  ['a list that becomes empty', [A], [], []],
  ['a star that goes', ['*'], [A], [B, 'null']],
])('%s shuts out whom only the list before allows', (_, before, after, expected) => {
  expect(originsOf(before, after)).toEqual(expected);
});

it('the warning names origins with their numbers, ten at most, and those without an origin apart', () => {
  expect(shutOutWarnings([])).toEqual([]);
  const [origins, without] = shutOutWarnings(shutOutBy(ACCEPTED, [], ['https://new.example']));
  expect(origins).toContain('36 submissions in the last 30 days: https://a.example (20), https://b.example (14) and null (2).');
  expect(without).toContain('without an origin, of which 1 came');
  const many = Array.from({ length: 12 }, (_, index) => ({ origin: `https://${index}.example`, count: 1, lastSeenAt }));
  expect(shutOutWarnings(many)[0]).toMatch(/https:\/\/9\.example \(1\) and 2 more\./);
});

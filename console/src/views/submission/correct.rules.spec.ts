import type { Field } from 'form-collection-client';
import { correctables, patchOf, textIn } from './correct.rules';

const field = (name: string, type: Field['type'], more: Partial<Field> = {}): Field =>
  ({ id: name, name, type, label: null, required: false, options: null, validation: null, position: 0, ...more }) as Field;

const FIELDS = [
  field('email', 'string', { label: 'E-mail' }),
  field('note', 'string'),
  field('day', 'string', { options: ['Mon', 'Tue'] }),
  field('seats', 'number'),
  field('ok', 'boolean'),
  field('tags', 'array'),
  field('cv', 'file'),
];
const VALUES = { email: 'ada@exmaple.com', note: 'a\nb', seats: 2, ok: false, tags: ['x', 'y'], other: { deep: 1 }, text: '12' };
const all = correctables(FIELDS, VALUES);
const patch = (typed: Record<string, string>) => patchOf(all, VALUES, new Map(Object.entries(typed)));

it('offers all fields but those with files, and the values without a field', () => {
  expect(all.map(({ label, kind }) => [label, kind])).toEqual([
    ...[['E-mail', 'line'] as const, ['note', 'area'] as const, ['day', 'choice'] as const, ['seats', 'number'] as const],
    ...[['ok', 'choice'] as const, ['tags', 'lines'] as const, ['other', 'line'] as const, ['text', 'line'] as const],
  ]);
});

it('sends nothing of what was not changed', () => {
  expect(patch(Object.fromEntries(all.map((each) => [each.name, textIn(each, VALUES)])))).toEqual({});
});

it('sends values of the type of their field, and null for an emptied one', () => {
  expect(patch({ email: 'ada@example.com', note: '', day: 'Tue', seats: '3', ok: 'true', tags: 'x\n\nz' })).toEqual({
    ...{ email: 'ada@example.com', note: null, day: 'Tue', seats: 3, ok: true, tags: ['x', 'z'] },
  });
});

it('sends what is no number as it is, so that the service says what is wrong', () => {
  expect(patch({ seats: '3,5' })).toEqual({ seats: '3,5' });
});

it('reads values without a field as JSON, and as text where they are none', () => {
  expect(patch({ other: '{"deep":2}', text: '"a' })).toEqual({ other: { deep: 2 }, text: '"a' });
});

it('keeps a value that does not fit the type of its field as it is', () => {
  const odd = { seats: 'two', tags: [1, 'x'] };
  const shown = correctables(FIELDS, odd);
  expect(shown.filter(({ name }) => name in odd).map((each) => [each.kind, textIn(each, odd)])).toEqual([
    ['line', 'two'],
    ['line', '[1,"x"]'],
  ]);
  expect(patchOf(shown, odd, new Map([['seats', '2']]))).toEqual({ seats: 2 });
});

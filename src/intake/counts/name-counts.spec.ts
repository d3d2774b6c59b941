import { NameCounts } from './name-counts';

const [EARLIER, LATER] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T11:00:00Z')];
const PHONE = { name: 'phone' };

const newCounts = () => new NameCounts<'unknown_name' | 'missing_field'>();

it('sums up what is counted of a form by name and reason, and forgets it once it is taken', () => {
  const counts = newCounts();
  counts.add('a', 'unknown_name', PHONE, EARLIER);
  counts.add('a', 'unknown_name', PHONE, LATER);
  counts.add('b', 'unknown_name', PHONE, LATER);
  counts.add('a', 'missing_field', PHONE, LATER);
  counts.add('a', 'missing_field', { name: 'phone', reason: 'required' }, LATER);
  expect(counts.take().map(({ formId, kind, reason, count, seenAt }) => [formId, kind, reason, count, seenAt])).toEqual([
    ['a', 'unknown_name', '', 2, LATER],
    ['b', 'unknown_name', '', 1, LATER],
    ['a', 'missing_field', '', 1, LATER],
    ['a', 'missing_field', 'required', 1, LATER],
  ]);
  expect(counts.take()).toEqual([]);
});

it('counts from zero after a restart', () => {
  const counts = newCounts();
  counts.add('a', 'missing_field', { name: 'email' }, EARLIER);
  counts.restart('a', 'missing_field', { name: 'email' }, EARLIER);
  counts.add('a', 'missing_field', { name: 'email' }, LATER);
  expect(counts.take()).toEqual([
    { formId: 'a', kind: 'missing_field', name: 'email', reason: '', count: 1, visitors: [], seenAt: LATER, isRestarted: true },
  ]);
});

it('tells of each name who has sent it, 32 visitors at most, however often', () => {
  const counts = newCounts();
  for (const visitor of ['a', 'b', 'a']) counts.addOfVisitor('form', 'unknown_name', [PHONE], visitor, EARLIER);
  expect(counts.take()).toMatchObject([{ name: 'phone', count: 3, visitors: ['a', 'b'] }]);
  for (let visitor = 0; visitor < 40; visitor += 1) counts.addOfVisitor('form', 'unknown_name', [PHONE], String(visitor), EARLIER);
  expect(counts.take()[0]!.visitors).toHaveLength(32);
});

it('leaves room for the names of others beside those of one visitor', () => {
  const counts = newCounts();
  for (let sent = 0; sent < 100; sent += 1) {
    counts.addOfVisitor('form', 'unknown_name', [{ name: `a${sent}` }, { name: `b${sent}` }], 'one', EARLIER);
  }
  counts.addOfVisitor('form', 'unknown_name', [PHONE, { name: 'a0' }], 'other', LATER);
  const taken = counts.take();
  expect(taken).toHaveLength(51);
  expect(taken.find(({ name }) => name === 'phone')).toMatchObject({ count: 1, visitors: ['other'] });
  expect(taken.find(({ name }) => name === 'a0')).toMatchObject({ count: 2, visitors: ['one', 'other'] });
});

it('keeps 100 names of a form and kind and 5,000 of all, and goes on counting these', () => {
  const counts = newCounts();
  for (let form = 0; form < 60; form += 1) {
    for (let name = 0; name < 150; name += 1) counts.add(`form ${form}`, 'unknown_name', { name: `name ${name}` }, EARLIER);
  }
  counts.add('form 0', 'unknown_name', { name: 'name 0' }, LATER);
  const taken = counts.take();
  expect(taken).toHaveLength(5_000);
  expect(taken.filter(({ formId }) => formId === 'form 0')).toHaveLength(100);
  expect(taken[0]).toMatchObject({ name: 'name 0', count: 2 });
  counts.add('form 59', 'unknown_name', PHONE, LATER);
  expect(counts.take()).toHaveLength(1);
});

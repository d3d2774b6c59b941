import { MismatchCounts } from './mismatch-counts';

const [EARLIER, LATER] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T11:00:00Z')];

it('sums up what is counted of a form, and forgets it once it is taken', () => {
  const counts = new MismatchCounts();
  counts.add('a', 'unknown_name', 'phone', EARLIER);
  counts.add('a', 'unknown_name', 'phone', LATER);
  counts.add('b', 'unknown_name', 'phone', LATER);
  counts.add('a', 'missing_field', 'phone', LATER);
  expect(counts.take().map(({ formId, kind, count, seenAt }) => [formId, kind, count, seenAt])).toEqual([
    ['a', 'unknown_name', 2, LATER],
    ['a', 'missing_field', 1, LATER],
    ['b', 'unknown_name', 1, LATER],
  ]);
  expect(counts.take()).toEqual([]);
});

it('counts from zero after a restart', () => {
  const counts = new MismatchCounts();
  counts.add('a', 'missing_field', 'email', EARLIER);
  counts.restart('a', 'missing_field', 'email', EARLIER);
  counts.add('a', 'missing_field', 'email', LATER);
  expect(counts.take()).toEqual([
    { formId: 'a', kind: 'missing_field', name: 'email', count: 1, visitors: [], seenAt: LATER, isRestarted: true },
  ]);
});

it('tells of each name who has sent it, 32 visitors at most, however often', () => {
  const counts = new MismatchCounts();
  for (const visitor of ['a', 'b', 'a']) counts.addNames('form', ['phone'], visitor, EARLIER);
  expect(counts.take()).toMatchObject([{ name: 'phone', count: 3, visitors: ['a', 'b'] }]);
  for (let visitor = 0; visitor < 40; visitor += 1) counts.addNames('form', ['phone'], String(visitor), EARLIER);
  expect(counts.take()[0]!.visitors).toHaveLength(32);
});

it('leaves room for the names of others beside those of one visitor', () => {
  const counts = new MismatchCounts();
  for (let sent = 0; sent < 100; sent += 1) counts.addNames('form', [`a${sent}`, `b${sent}`], 'one', EARLIER);
  counts.addNames('form', ['phone', 'a0'], 'other', LATER);
  const taken = counts.take();
  expect(taken).toHaveLength(51);
  expect(taken.find(({ name }) => name === 'phone')).toMatchObject({ count: 1, visitors: ['other'] });
  expect(taken.find(({ name }) => name === 'a0')).toMatchObject({ count: 2, visitors: ['one', 'other'] });
});

it('keeps 100 names of a form and 5,000 of all, and goes on counting these', () => {
  const counts = new MismatchCounts();
  for (let form = 0; form < 60; form += 1) {
    for (let name = 0; name < 150; name += 1) counts.add(`form ${form}`, 'unknown_name', `name ${name}`, EARLIER);
  }
  counts.add('form 0', 'unknown_name', 'name 0', LATER);
  const taken = counts.take();
  expect(taken).toHaveLength(5_000);
  expect(taken.filter(({ formId }) => formId === 'form 0')).toHaveLength(100);
  expect(taken[0]).toMatchObject({ name: 'name 0', count: 2 });
  counts.add('form 59', 'unknown_name', 'phone', LATER);
  expect(counts.take()).toHaveLength(1);
});

import { GroupedReads } from './grouped-reads';

interface Book {
  id: string;
}

/** A reader that notes what it is asked for, and finds everything but `missing`. */
function startReads() {
  const asked: string[][] = [];
  const reads = new GroupedReads<Book>();
  const read = (ids: string[]) => {
    asked.push(ids);
    return Promise.resolve(ids.filter((id) => id !== 'missing').map((id) => ({ id })));
  };
  return { asked, one: (id: string, group = 'library') => reads.one(group, id, read) };
}

it('reads what is asked for in one turn of the event loop at once, each row once', async () => {
  const { asked, one } = startReads();
  const later = Promise.resolve().then(() => one('c'));
  const found = await Promise.all([one('a'), one('b'), one('a'), one('missing'), later]);
  expect(found).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'a' }, null, { id: 'c' }]);
  expect(asked).toEqual([['a', 'b', 'missing', 'c']]);
});

it('begins a read after all who get its rows have asked', async () => {
  const { asked, one } = startReads();
  await one('a');
  await one('a');
  expect(asked).toEqual([['a'], ['a']]);
});

it('keeps groups apart, and reads a bounded number of rows at once', async () => {
  const { asked, one } = startReads();
  const many = Array.from({ length: 40 }, (_, index) => String(index));
  await Promise.all([one('a', 'archive'), ...many.map((id) => one(id))]);
  expect(asked.map((ids) => ids.length)).toEqual([1, 32, 8]);
});

it('tells everyone of the group when a read fails, and reads again afterwards', async () => {
  const reads = new GroupedReads<Book>();
  const failing = () => Promise.reject(new Error('away'));
  const outcomes = await Promise.allSettled([reads.one('g', 'a', failing), reads.one('g', 'b', failing)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(reads.one('g', 'a', (ids) => Promise.resolve(ids.map((id) => ({ id }))))).resolves.toEqual({ id: 'a' });
});

import { GroupCommit } from './group-commit';

/** A group commit of texts, whose batches end when the test says so. */
function startCommit(queueTimeoutMs?: number, isGroupLocked?: boolean) {
  const batches: { items: string[]; resolve: (outcomes: string[]) => void; reject: (error: Error) => void }[] = [];
  const outcomes: string[] = [];
  const commit = new GroupCommit<string, string>({
    write: (items) => new Promise((resolve, reject) => batches.push({ items, resolve, reject })),
    groupOf: (item) => item[0]!,
    overloaded: () => new Error('overloaded'),
    queueTimeoutMs,
    isGroupLocked,
  });
  const write = (item: string) =>
    void commit.write(item).then(
      (outcome) => outcomes.push(`${item}: ${outcome}`),
      (error: Error) => outcomes.push(`${item}: ${error.message}`),
    );
  return { commit, batches, outcomes, write };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('writes what has arrived during a commit together, and tells each item its outcome', async () => {
  const { batches, outcomes, write } = startCommit();
  ['a1', 'a2', 'a3', 'b1'].forEach(write);
  expect(batches.map(({ items }) => items)).toEqual([['a1'], ['a2']]);
  batches[0]!.resolve(['stored']);
  await jest.advanceTimersByTimeAsync(0);
  expect(batches[2]!.items).toEqual(['a3', 'b1']);
  batches[2]!.resolve(['replayed', 'stored']);
  await jest.advanceTimersByTimeAsync(0);
  expect(outcomes).toEqual(['a1: stored', 'a3: replayed', 'b1: stored']);
});

it('begins a second commit with as many items as the first has, and with fewer once the first is slow', async () => {
  const { batches, write } = startCommit();
  const written = () => batches.map(({ items }) => items);
  ['a1', 'a2', 'a3', 'b1', 'c1'].forEach(write);
  batches[0]!.resolve(['stored']);
  batches[1]!.resolve(['stored']);
  await jest.advanceTimersByTimeAsync(0);
  expect(written().slice(2)).toEqual([['a3', 'b1', 'c1']]);
  ['d1', 'd2'].forEach(write);
  expect(batches).toHaveLength(3);
  write('d3');
  expect(written().slice(3)).toEqual([['d1', 'd2', 'd3']]);
  batches[3]!.resolve(['stored', 'stored', 'stored']);
  write('e1');
  await jest.advanceTimersByTimeAsync(20);
  expect(batches).toHaveLength(4);
  await jest.advanceTimersByTimeAsync(10);
  expect(written().slice(4)).toEqual([['e1']]);
});

it('lets items of a group that has a good part of a commit wait for its end, and writes those of others meanwhile', async () => {
  const { batches, outcomes, write } = startCommit(undefined, true);
  const end = async (index: number) => {
    batches[index]!.resolve(batches[index]!.items.map(() => 'stored'));
    await jest.advanceTimersByTimeAsync(0);
  };
  ['x1', 'a1', 'a2', 'a3', 'b1'].forEach(write);
  await end(1);
  expect(batches.map(({ items }) => items)).toEqual([['x1'], ['a1'], ['a2', 'a3', 'b1']]);
  ['a4', 'b2', 'a5'].forEach(write);
  await end(0);
  expect(batches.slice(3).map(({ items }) => items)).toEqual([['b2']]);
  write('a6');
  await end(2);
  expect(batches.slice(4).map(({ items }) => items)).toEqual([['a4', 'a5', 'a6']]);
  await Promise.all([end(3), end(4)]);
  expect(outcomes).toHaveLength(9);
});

it('gives up an item that has waited for the end of the commit of its group for too long', async () => {
  const { batches, outcomes, write } = startCommit(2_000, true);
  ['x1', 'a1', 'a2', 'a3'].forEach(write);
  for (const { resolve } of [...batches]) resolve(['stored']);
  await jest.advanceTimersByTimeAsync(0);
  expect(batches.at(-1)!.items).toEqual(['a2', 'a3']);
  write('a4');
  await jest.advanceTimersByTimeAsync(2_000);
  expect(outcomes.at(-1)).toBe('a4: overloaded');
  expect(batches).toHaveLength(3);
});

it('retries a failed batch group by group, then item by item, so that one item does not fail others', async () => {
  const written: string[][] = [];
  const commit = new GroupCommit<string, string>({
    write: (items) => {
      written.push(items);
      return items.includes('b2') ? Promise.reject(new Error('broken')) : Promise.resolve(items.map(() => 'stored'));
    },
    groupOf: (item) => item[0]!,
    overloaded: () => new Error('overloaded'),
  });
  const items = ['x', 'y', 'a1', 'b1', 'b2', 'a2', 'b3'];
  const outcomes = await Promise.allSettled(items.map((item) => commit.write(item)));
  expect(outcomes.map(({ status }) => status)).toEqual(items.map((item) => (item === 'b2' ? 'rejected' : 'fulfilled')));
  expect(written.slice(2)).toEqual([['a1', 'b1', 'b2', 'a2', 'b3'], ['a1', 'a2'], ['b1', 'b2', 'b3'], ['b1'], ['b2'], ['b3']]);
});

it('gives up an item that has waited for its turn for too long behind commits that do not end', async () => {
  const { outcomes, write } = startCommit(10_000);
  ['first in flight', 'second in flight', 'third', 'fourth'].forEach(write);
  await jest.advanceTimersByTimeAsync(9_999);
  expect(outcomes).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual(['third: overloaded', 'fourth: overloaded']);
});

it('refuses an item at once that recent commits show to be too late, and takes items again once commits are fast', async () => {
  const { batches, outcomes, write } = startCommit(2_000);
  const commitBoth = async (milliseconds: number) => {
    outcomes.length = 0;
    const first = batches.length;
    ['a', 'b'].forEach(write);
    await jest.advanceTimersByTimeAsync(milliseconds);
    for (const { resolve } of batches.slice(first)) resolve(['stored']);
    await jest.advanceTimersByTimeAsync(0);
    expect(outcomes).toEqual(['a: stored', 'b: stored']);
  };
  await commitBoth(10_000);
  ['in flight', 'also in flight'].forEach(write);
  expect(() => write('late')).toThrow('overloaded');
  for (const { resolve } of batches.slice(-2)) resolve(['stored']);
  await jest.advanceTimersByTimeAsync(0);
  for (let n = 0; n < 4; n++) await commitBoth(10);
  ['in flight', 'also in flight', 'queued'].forEach(write);
  for (const { resolve } of batches.slice(-2)) resolve(['stored']);
  await jest.advanceTimersByTimeAsync(0);
  expect(batches.at(-1)!.items).toEqual(['queued']);
});

it('refuses at once what a full queue cannot take, and writes all that it has taken', async () => {
  const gate = new Promise<void>((resolve) => setTimeout(resolve, 1_000));
  const commit = new GroupCommit<string, string>({
    write: (items) => gate.then(() => items.map(() => 'stored')),
    groupOf: (item) => item,
    overloaded: () => new Error('overloaded'),
    queueTimeoutMs: 2_000,
  });
  const taken = Array.from({ length: 5_002 }, () => commit.write('row')); // two are being committed, the others are queued
  expect(() => commit.write('row')).toThrow('overloaded');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(new Set(await Promise.all(taken))).toEqual(new Set(['stored']));
  await expect(commit.write('row')).resolves.toBe('stored');
});

it('refuses no item for the duration of commits when the queue has no timeout', async () => {
  const { batches, outcomes, write } = startCommit();
  write('first');
  await jest.advanceTimersByTimeAsync(60_000);
  batches[0]!.resolve(['stored']);
  await jest.advanceTimersByTimeAsync(0);
  ['second', 'third', 'fourth'].forEach(write);
  for (const { resolve } of batches.slice(1)) resolve(['stored']);
  await jest.advanceTimersByTimeAsync(0);
  batches.at(-1)!.resolve(['stored']);
  await jest.advanceTimersByTimeAsync(0);
  expect(outcomes).toEqual(['first: stored', 'second: stored', 'third: stored', 'fourth: stored']);
});

it('gives up what has waited for more than a second when a commit loses its connection, and repeats nothing', async () => {
  const { batches, outcomes, write } = startCommit(10_000);
  ['first in flight', 'second in flight', 'third'].forEach(write);
  await jest.advanceTimersByTimeAsync(1_000);
  write('fourth');
  batches[0]!.reject(new Error('Connection terminated'));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(outcomes).toEqual(['third: overloaded', 'first in flight: Connection terminated']);
  expect(batches.map(({ items }) => items)).toEqual([['first in flight'], ['second in flight'], ['fourth']]);
});

it('is drained when everything that was queued has ended', async () => {
  const { commit, batches, write } = startCommit();
  ['a', 'b', 'c'].forEach(write);
  let isDrained = false;
  void commit.drained().then(() => (isDrained = true));
  for (const index of [0, 1, 2]) {
    expect(isDrained).toBe(false);
    batches[index]!.resolve(['stored']);
    await jest.advanceTimersByTimeAsync(0);
  }
  await jest.advanceTimersByTimeAsync(0);
  expect(isDrained).toBe(true);
});

import { AdmissionQueue } from './admission-queue';

const LIMITS = {
  maxInWork: 2,
  burstMs: 1_000,
  maxWaiting: { burst: 100, overload: 3 },
  maxWaitMs: 5_000,
};

let queue: AdmissionQueue<'form' | 'api', string>;
beforeEach(() => {
  queue = new AdmissionQueue(LIMITS);
});

/** Fills the bound and keeps items waiting without a pause, so that the queue is overloaded after 1,000 ms. */
function overload(...items: string[]): void {
  queue.begin();
  queue.begin();
  for (const item of items) expect(queue.add('form', item, 0)).toBe(true);
}

it('hands items out in their order until as many as the bound are worked on', () => {
  ['a', 'b', 'c'].forEach((item) => queue.add('form', item, 0));
  expect(queue.take()).toBe('a');
  queue.begin();
  expect(queue.take()).toBe('b');
  queue.begin();
  expect(queue.take()).toBeUndefined();
  queue.end();
  expect([queue.take(), queue.isEmpty]).toEqual(['c', true]);
});

it('does not count an item that is handed out and not worked on yet', () => {
  ['a', 'b', 'c'].forEach((item) => queue.add('form', item, 0));
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['a', 'b', 'c']);
});

it('lets the kinds take turns', () => {
  ['a', 'b', 'c'].forEach((item) => queue.add('form', item, 0));
  ['x', 'y'].forEach((item) => queue.add('api', item, 0));
  expect(Array.from({ length: 5 }, () => queue.take())).toEqual(['a', 'x', 'b', 'y', 'c']);
});

it('lets a burst wait for a second, and of what is left then as many as may wait in an overload', () => {
  overload('a', 'b', 'c', 'd', 'e');
  expect(queue.takeExcess(1_000)).toBeUndefined();
  expect([queue.takeExcess(1_001), queue.takeExcess(1_001)]).toEqual([
    { kind: 'form', item: 'a' },
    { kind: 'form', item: 'b' },
  ]);
  expect(queue.takeExcess(5_000)).toBeUndefined();
});

it('lets as many wait however slowly they are worked off, until nothing can be expected any more', () => {
  overload('a', 'b', 'c');
  expect(queue.takeExcess(5_000)).toBeUndefined();
  expect(queue.takeExcess(5_001)).toEqual({ kind: 'form', item: 'a' });
});

it('takes no more of a kind than may wait, and others of another kind', () => {
  for (let item = 0; item < 100; item += 1) queue.add('form', String(item), 0);
  expect(queue.add('form', 'further', 0)).toBe(false);
  expect(queue.add('api', 'other', 0)).toBe(true);
});

it('lets few items wait while items wait for more than a second without a pause', () => {
  overload('a');
  expect(['b', 'c', 'd'].map((item) => queue.add('form', item, 1_100))).toEqual([true, true, false]);
  expect(queue.takeExcess(1_101)).toBeUndefined();
});

it('lets a burst wait again as soon as nothing has been waiting', () => {
  overload('a');
  queue.end();
  expect([queue.take(), queue.isEmpty]).toEqual(['a', true]);
  for (let item = 0; item < 100; item += 1) expect(queue.add('form', String(item), 1_200)).toBe(true);
  expect(queue.takeExcess(2_200)).toBeUndefined();
});

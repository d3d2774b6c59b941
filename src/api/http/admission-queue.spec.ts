import { AdmissionQueue } from './admission-queue';

const LIMITS = {
  maxInWork: 2,
  burstMs: 1_000,
  burst: { maxWaiting: 100, maxWaitMs: 1_000 },
  overload: { maxWaiting: 3, maxWaitMs: 300 },
};

let queue: AdmissionQueue<'form' | 'api', string>;
beforeEach(() => {
  queue = new AdmissionQueue(LIMITS);
});

/** Fills the bound and keeps one item waiting without a pause, so that the queue is overloaded at 1,100 ms. */
function overload(): void {
  queue.begin();
  queue.begin();
  queue.add('form', 'old', 0);
  queue.add('form', 'newer', 900);
  expect(queue.takeExpired(1_001)?.item).toBe('old');
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

it('lets a burst wait for a second', () => {
  for (let item = 0; item < 100; item += 1) expect(queue.add('form', String(item), item)).toBe(true);
  expect(queue.takeExpired(1_000)).toBeUndefined();
});

it('takes no more of a kind than may wait, and others of another kind', () => {
  for (let item = 0; item < 100; item += 1) queue.add('form', String(item), 0);
  expect(queue.add('form', 'further', 0)).toBe(false);
  expect(queue.add('api', 'other', 0)).toBe(true);
});

it('lets few items wait, and for a moment only, while items wait for more than a second without a pause', () => {
  overload();
  expect(['a', 'b', 'c'].map((item) => queue.add('form', item, 1_100))).toEqual([true, true, false]);
  expect(queue.takeExpired(1_200)).toBeUndefined();
  expect(queue.takeExpired(1_201)).toEqual({ kind: 'form', item: 'newer' });
  expect(queue.takeExpired(1_401)).toEqual({ kind: 'form', item: 'a' });
});

it('lets a burst wait again as soon as nothing has been waiting', () => {
  overload();
  queue.end();
  expect([queue.take(), queue.isEmpty]).toEqual(['newer', true]);
  for (let item = 0; item < 100; item += 1) expect(queue.add('form', String(item), 1_200)).toBe(true);
  expect(queue.takeExpired(2_200)).toBeUndefined();
});

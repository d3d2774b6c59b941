import { ShortLivedCache } from './short-lived-cache';

/** A cache of numbers, whose reads count up. */
function counting() {
  const cache = new ShortLivedCache<number>();
  let reads = 0;
  return { cache, get: (key = 'a') => cache.get(key, () => Promise.resolve((reads += 1))) };
}

it('reads a value once, also for simultaneous callers', async () => {
  const { get } = counting();
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect([await get(), await get('b')]).toEqual([1, 2]);
});

it('reads a value again when it is five seconds old, however often it is used', async () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  const startMs = performance.now();
  const now = jest.spyOn(performance, 'now');
  const waitUntilMs = (ms: number) => {
    now.mockReturnValue(startMs + ms);
    jest.runAllTimers();
  };
  try {
    const { get } = counting();
    waitUntilMs(0);
    expect(await get()).toBe(1);
    waitUntilMs(4_999);
    expect(await get()).toBe(1);
    waitUntilMs(5_001);
    expect(await get()).toBe(2);
  } finally {
    now.mockRestore();
    jest.useRealTimers();
  }
});

it('reads a value again when it was deleted, even while it was being read', async () => {
  const { cache, get } = counting();
  const reading = get();
  cache.delete('a');
  expect([await get(), await reading]).toEqual([2, 1]);
  expect(await get()).toBe(2);
  cache.clear();
  expect(await get()).toBe(3);
});

it('keeps no failure', async () => {
  const { cache, get } = counting();
  await expect(cache.get('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await get()).toBe(1);
});

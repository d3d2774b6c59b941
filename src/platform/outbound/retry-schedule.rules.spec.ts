import fc from 'fast-check';
import { nextAttemptDelayMs } from './retry-schedule.rules';

const middle = () => 0.5;
const HOUR = 3_600_000;

it('spreads eight attempts over more than a day', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7].map((attempts) => nextAttemptDelayMs(attempts, middle, null));
  expect(waits).toEqual([0, 5000, 300_000, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]);
});

it('ends after the eighth attempt', () => {
  expect(nextAttemptDelayMs(8, middle, null)).toBeNull();
  expect(nextAttemptDelayMs(9, middle, 60)).toBeNull();
});

it('varies each wait by a fifth at most, and uses the whole range', () => {
  expect(nextAttemptDelayMs(1, () => 0, null)).toBe(4000);
  expect(nextAttemptDelayMs(1, () => 1, null)).toBe(6000);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
      const plain = nextAttemptDelayMs(attempts, middle, null) ?? 0;
      const wait = nextAttemptDelayMs(attempts, () => random, null) ?? 0;
      return wait >= Math.floor(plain * 0.8) && wait <= Math.ceil(plain * 1.2);
    }),
  );
});

it('waits as long as the receiver asks, and never less than the schedule says', () => {
  expect(nextAttemptDelayMs(1, middle, 120)).toBe(120_000);
  expect(nextAttemptDelayMs(2, middle, 1)).toBe(300_000);
  expect(nextAttemptDelayMs(2, middle, 0)).toBe(300_000);
});

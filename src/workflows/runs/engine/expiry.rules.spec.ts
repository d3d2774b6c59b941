import { hasExpired } from './expiry.rules';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const created = new Date('2026-01-01T00:00:00.000Z');
const after = (ms: number) => new Date(created.getTime() + ms);

describe('a run', () => {
  it.each([
    ['lasts', 'at once', 0, 0, false],
    ['lasts', 'for 45 days', 45 * DAY, 0, false],
    ['has expired', 'after 45 days', 45 * DAY + 1, 0, true],
    ['lasts', 'while it is at work for ten minutes', 10 * MINUTE, 10 * MINUTE, false],
    ['has expired', 'when it is at work for longer', 10 * MINUTE, 10 * MINUTE + 1, true],
  ])('%s %s', (_, _when, ageMs, activeMs, expected) => {
    expect(hasExpired(created, after(ageMs), activeMs)).toBe(expected);
  });
});

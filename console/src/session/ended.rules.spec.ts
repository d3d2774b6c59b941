import { whyEnded } from './ended.rules';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');
const SHORT = { idleSeconds: 3600 };
const LONG = { idleSeconds: 7 * 86_400 };

it.each([
  ['nothing while nobody was signed in', { ...SHORT, endsAt: null, usedAt: 0 }, /^$/],
  [
    'the twelve hours or the end of the key',
    { ...SHORT, endsAt: NOW, usedAt: NOW - 5000 },
    /twelve hours at most, and no longer than its key\./,
  ],
  ['the thirty days of a long one', { ...LONG, endsAt: NOW, usedAt: NOW - 5000 }, /thirty days at most, and no longer than its key\./],
  ['the hour without use', { ...SHORT, endsAt: NOW + HOUR_MS, usedAt: NOW - HOUR_MS }, /after an hour without use\./],
  ['the week without use of a long one', { ...LONG, endsAt: NOW + HOUR_MS, usedAt: NOW - 168 * HOUR_MS }, /after 7 days without use\./],
  ['a revoked key', { ...LONG, endsAt: NOW + HOUR_MS, usedAt: NOW - HOUR_MS }, /its key was revoked, replaced or has expired/],
])('an ended session says %s', (_, session, words) => {
  expect(whyEnded(session, NOW)).toMatch(words);
});

it('an ended session says that what was typed is kept', () => {
  expect(whyEnded({ ...SHORT, endsAt: NOW, usedAt: NOW }, NOW)).toMatch(/What you typed is kept\.$/);
});

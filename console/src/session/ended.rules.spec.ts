import { whyEnded } from './ended.rules';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');

it.each([
  ['nothing while nobody was signed in', { endsAt: null, usedAt: 0 }, /^$/],
  ['the twelve hours or the end of the key', { endsAt: NOW, usedAt: NOW - 5000 }, /twelve hours at most, and no longer than its key\./],
  ['the hour without use', { endsAt: NOW + HOUR_MS, usedAt: NOW - HOUR_MS }, /after an hour without use\./],
  ['a revoked key', { endsAt: NOW + HOUR_MS, usedAt: NOW - 5000 }, /its key was revoked, replaced or has expired/],
])('an ended session says %s', (_, session, words) => {
  expect(whyEnded(session, NOW)).toMatch(words);
});

it('an ended session says that what was typed is kept', () => {
  expect(whyEnded({ endsAt: NOW, usedAt: NOW }, NOW)).toMatch(/What you typed is kept\.$/);
});

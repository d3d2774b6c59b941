import { closedBy, type FormLimits, stateChangesAt, stateOf } from './availability.rules';

const NOW = new Date('2026-12-10T12:00:00Z');
const LIMITS: FormLimits = { now: NOW, isSuspended: false, isQuotaReached: false, isStorageFull: false };
const OPEN = { opens_at: null, closes_at: null, max_submissions: null };
const [BEFORE, AFTER] = ['2026-12-10T11:59:59.999Z', '2026-12-10T12:00:00.001Z'];

const state = (hours: Partial<Parameters<typeof stateOf>[1]>, limits: Partial<FormLimits> = {}, submissions = 5, isEnabled = true) =>
  stateOf(isEnabled, { ...OPEN, ...hours }, { ...LIMITS, ...limits }, submissions);

it('a form without limits is open', () => {
  expect(state({})).toBe('open');
});

it.each([
  ['opens_later', state({ opens_at: AFTER })],
  ['open', state({ opens_at: NOW.toISOString() })],
  ['closed', state({ closes_at: BEFORE })],
  ['closed', state({ closes_at: NOW.toISOString() })],
  ['open', state({ closes_at: AFTER })],
  ['full', state({ max_submissions: 5 })],
  ['full', state({ max_submissions: 0 }, {}, 0)],
  ['open', state({ max_submissions: 6 })],
  ['quota_reached', state({}, { isQuotaReached: true, isStorageFull: true })],
  ['storage_full', state({}, { isStorageFull: true })],
])('is %s by its own limits or those of its plan', (expected, actual) => {
  expect(actual).toBe(expected);
});

it('what comes first decides: whether it is enabled, the account, the hours, the number', () => {
  const all = { isSuspended: true, isQuotaReached: true };
  expect(state({ closes_at: BEFORE, max_submissions: 1 }, all, 5, false)).toBe('disabled');
  expect(state({ closes_at: BEFORE, max_submissions: 1 }, all)).toBe('suspended');
  expect(state({ closes_at: BEFORE, max_submissions: 1 }, { isQuotaReached: true })).toBe('closed');
  expect(closedBy({ opens_at: AFTER, closes_at: null, max_submissions: 0 }, NOW, 1)).toBe('before');
});

it('tells when a state changes or has changed', () => {
  const hours = { ...OPEN, opens_at: AFTER, closes_at: BEFORE };
  expect(stateChangesAt('opens_later', hours, NOW)).toBe(AFTER);
  expect(stateChangesAt('closed', hours, NOW)).toBe(BEFORE);
  expect(stateChangesAt('quota_reached', hours, NOW)).toBe('2027-01-01T00:00:00.000Z');
  expect(stateChangesAt('full', hours, NOW)).toBeNull();
});

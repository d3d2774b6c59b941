import fc from 'fast-check';
import { nextAttemptDelayMs, outcomeOf, retryAfterSeconds } from './delivery-outcome.rules';
import type { OutboundResult } from './outbound.types';

const answer = (status: number, retryAfter: number | null = null): OutboundResult => ({
  kind: 'answered',
  status,
  latencyMs: 1,
  bytes: 0,
  retryAfterSeconds: retryAfter,
});

describe('an answer', () => {
  it.each([200, 201, 202, 204, 299])('of %d is a delivery', (status) => {
    expect(outcomeOf(answer(status))).toEqual({ kind: 'delivered' });
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 399])('of %d is a redirect that is refused for good', (status) => {
    const outcome = { kind: 'failed', errorCode: 'redirect_refused', isGone: false };
    expect(outcomeOf(answer(status))).toEqual(outcome);
  });

  it.each([408, 425, 429])('of %d asks for a later attempt', (status) => {
    const outcome = { kind: 'retry', errorCode: 'http_4xx', retryAfterSeconds: 7 };
    expect(outcomeOf(answer(status, 7))).toEqual(outcome);
  });

  it.each([500, 502, 503, 504, 599, 999])('of %d is a fault of the server, to be tried again', (status) => {
    const outcome = { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds: null };
    expect(outcomeOf(answer(status))).toEqual(outcome);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 422, 451])('of %d is a failure for good', (status) => {
    expect(outcomeOf(answer(status))).toEqual({ kind: 'failed', errorCode: 'http_4xx', isGone: false });
  });

  it('of 410 disables the channel as well', () => {
    expect(outcomeOf(answer(410))).toEqual({ kind: 'failed', errorCode: 'http_4xx', isGone: true });
  });
});

describe('without an answer', () => {
  it.each(['timeout', 'dns_error', 'tls_error', 'connection_refused', 'connection_reset'] as const)(
    'a %s before sending is tried again',
    (errorCode) => {
      const outcome = { kind: 'retry', errorCode, retryAfterSeconds: null };
      expect(outcomeOf({ kind: 'refused', errorCode })).toEqual(outcome);
    },
  );

  it('a target that is not allowed is a failure for good', () => {
    expect(outcomeOf({ kind: 'refused', errorCode: 'target_not_allowed' })).toMatchObject({ kind: 'failed' });
  });

  it.each(['timeout', 'connection_reset', 'no_response'] as const)('a %s after sending is uncertain', (errorCode) => {
    expect(outcomeOf({ kind: 'unknown', errorCode })).toEqual({ kind: 'uncertain', errorCode });
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2024-02-29T12:00:00.500Z');

  it.each([
    ['120', 120],
    [' 5 ', 5],
    ['0', 0],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Thu, 29 Feb 2024 12:01:00 GMT', 60],
    ['Thursday, 29-Feb-24 12:01:00 GMT', 60],
    ['Fri, 29 Feb 2030 12:00:00 GMT', 86_400],
    ['Thu, 29 Feb 2024 11:00:00 GMT', 0],
  ])('of %p waits %d seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });

  it.each([[undefined], [''], ['-1'], ['1.5'], ['soon'], ['1e3'], ['2024-02-29'], ['x GMT'], [['1', '2']]])(
    'of %p is ignored',
    (header) => {
      expect(retryAfterSeconds(header, now)).toBeNull();
    },
  );
});

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

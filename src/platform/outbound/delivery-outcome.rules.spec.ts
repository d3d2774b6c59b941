import { deliveryVerdict, retryAfterSeconds } from './delivery-outcome.rules';
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
    expect(deliveryVerdict(answer(status))).toEqual({ kind: 'delivered' });
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 399])('of %d is a redirect that is refused for good', (status) => {
    const verdict = { kind: 'failed', errorCode: 'redirect_refused', isGone: false };
    expect(deliveryVerdict(answer(status))).toEqual(verdict);
  });

  it.each([408, 425, 429])('of %d asks for a later attempt', (status) => {
    const verdict = { kind: 'retry', errorCode: 'http_4xx', retryAfterSeconds: 7 };
    expect(deliveryVerdict(answer(status, 7))).toEqual(verdict);
  });

  it.each([500, 502, 503, 504, 599, 999])('of %d is a fault of the server, to be tried again', (status) => {
    const verdict = { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds: null };
    expect(deliveryVerdict(answer(status))).toEqual(verdict);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 422, 451])('of %d is a failure for good', (status) => {
    expect(deliveryVerdict(answer(status))).toEqual({ kind: 'failed', errorCode: 'http_4xx', isGone: false });
  });

  it('of 410 disables the channel as well', () => {
    expect(deliveryVerdict(answer(410))).toEqual({ kind: 'failed', errorCode: 'http_4xx', isGone: true });
  });
});

describe('without an answer', () => {
  it.each(['timeout', 'dns_error', 'tls_error', 'connection_refused', 'connection_reset'] as const)(
    'a %s before sending is tried again',
    (errorCode) => {
      const verdict = { kind: 'retry', errorCode, retryAfterSeconds: null };
      expect(deliveryVerdict({ kind: 'refused', errorCode })).toEqual(verdict);
    },
  );

  it('a target that is not allowed is a failure for good', () => {
    expect(deliveryVerdict({ kind: 'refused', errorCode: 'target_not_allowed' })).toMatchObject({ kind: 'failed' });
  });

  it.each(['timeout', 'connection_reset', 'no_response'] as const)('a %s after sending is uncertain', (errorCode) => {
    expect(deliveryVerdict({ kind: 'unknown', errorCode })).toEqual({ kind: 'uncertain', errorCode });
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

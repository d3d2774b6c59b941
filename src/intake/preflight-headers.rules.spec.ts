import { allowedHeaders } from './preflight-headers.rules';

const added = (asked: string): string[] =>
  allowedHeaders('accept', asked).split(', ').slice(allowedHeaders('accept', undefined).split(', ').length);

describe('the headers that a preflight allows', () => {
  it.each([
    ['hx-request,hx-current-url,hx-target,hx-trigger', 4],
    ['X-Alpine-Request, X-Alpine-Target', 2],
    ['x-datadog-trace-id,x-datadog-parent-id,x-datadog-origin,x-datadog-sampling-priority', 4],
    ['newrelic,traceparent,tracestate', 1],
    ['formspree-client,formspree-session-data', 2],
    ['b3, x-b3-traceid, x-amzn-trace-id, x-inertia, x-turbo-request-id, request-id', 6],
  ])('are %s beside the common ones', (asked, count) => {
    expect(added(asked)).toHaveLength(count);
  });

  it.each(['authorization', 'x-submission-token', 'cookie', 'hx-', 'x-b3-a b', 'x-forwarded-for', 'hx-request\r\nset-cookie', ''])(
    'are not %j',
    (asked) => {
      expect(added(asked)).toEqual([]);
    },
  );

  it('are told once, and of a long request only its beginning is read', () => {
    expect(added('hx-request,HX-Request')).toEqual(['hx-request']);
    expect(added('hx-a,'.repeat(100_000))).toEqual(['hx-a']);
  });
});

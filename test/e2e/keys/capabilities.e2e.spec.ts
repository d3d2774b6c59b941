import { SCOPES } from '../../../src/api/auth/scopes';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 3600 * 1000);

const capabilitiesOf = async (key: string) => {
  const answer = await app.api.as(key).get('/v1/capabilities');
  expect(answer.status).toBe(200);
  return answer.body.data;
};

describe('200', () => {
  it('describes the key', async () => {
    const expiresAt = inDays(100);
    expect(await capabilitiesOf(await app.key({ expiresAt }))).toEqual({
      api_version: 'v1',
      scopes: [...SCOPES].sort(),
      form_access_mode: 'all',
      expires_at: expiresAt.toISOString(),
      expiring_soon: false,
      writes_enabled: true,
      rate_limits: {
        read_per_minute: 6000,
        write_per_minute: 3000,
        destructive_per_minute: 600,
        user_aggregate_per_minute: 12000,
      },
    });
  });

  it('needs no scope', async () => {
    expect((await capabilitiesOf(await app.key({ scopes: [] }))).scopes).toEqual([]);
  });

  it('describes selected access and a read-only key', async () => {
    const key = await app.key({ formIds: [], isReadOnly: true });
    expect(await capabilitiesOf(key)).toMatchObject({ form_access_mode: 'selected', writes_enabled: false });
  });

  it.each([
    [13.9, true],
    [14.1, false],
  ])('reports for a key with %d days left expiring_soon: %s', async (days, expected) => {
    expect((await capabilitiesOf(await app.key({ expiresAt: inDays(days) }))).expiring_soon).toBe(expected);
  });

  it.each([
    ['free', [60, 20, 5, 90]],
    ['pro', [300, 100, 20, 500]],
    ['business', [1200, 400, 60, 2000]],
  ])('reports the enforced limits of the plan %s', async (plan, numbers) => {
    const { key } = await app.stranger(plan);
    const answer = await app.api.as(key).get('/v1/capabilities');
    const [read, write, destructive, aggregate] = numbers;
    expect(answer.body.data.rate_limits).toEqual({
      read_per_minute: read,
      write_per_minute: write,
      destructive_per_minute: destructive,
      user_aggregate_per_minute: aggregate,
    });
    expect(answer.headers['ratelimit-policy']).toBe(`"read";q=${read};w=60, "user_aggregate";q=${aggregate};w=60`);
  });

  it('reports limits of the key in preference to those of its plan', async () => {
    const key = await app.key({ readPerMinute: 7, destructivePerMinute: 2 });
    expect((await capabilitiesOf(key)).rate_limits).toMatchObject({
      read_per_minute: 7,
      write_per_minute: 3000,
      destructive_per_minute: 2,
    });
  });
});

describe('401', () => {
  it('refuses a caller without a valid key', async () => {
    expectError(await app.api.as(null).get('/v1/capabilities'), 'invalid_api_key');
  });
});

describe('422', () => {
  it('refuses query parameters', async () => {
    expectFieldErrors(await app.api.get('/v1/capabilities?verbose=1'), 'verbose');
  });
});

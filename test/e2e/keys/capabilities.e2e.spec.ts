import { randomUUID } from 'node:crypto';
import { PointsService } from '../../../src/accounts/points.service';
import { SCOPES } from '../../../src/api/auth/caller';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
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
      account_id: app.accountId,
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
      compute_points: null,
      stored_files: { used_bytes: 0, max_bytes: null },
      trash_days: 30,
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

describe('compute_points', () => {
  const usageOf = async (key: string) => (await capabilitiesOf(key)).compute_points;

  it('add up what is available, held by open runs and consumed this month', async () => {
    const { accountId, key } = await app.stranger('free');
    expect(await usageOf(key)).toEqual({ granted: 100, reserved: 0, consumed: 0, available: 100 });
    const points = app.app.get(PointsService);
    const form = await aForm(app.api.as(key));
    const [done, open] = [randomUUID(), randomUUID()];
    const requests = [
      { runId: done, points: 10 },
      { runId: open, points: 7 },
    ];
    await app.transactions.run(() => points.reserve(accountId, requests));
    for (const [id, reserved, consumed, released, status] of [
      [done, 10, 4, 6, 'succeeded'],
      [open, 7, 2, 0, 'running'],
    ] as const) {
      const consumption = { runId: id, stepId: randomUUID(), points: consumed };
      await app.transactions.run(() => points.consume(accountId, [consumption]));
      await app.transactions.run(() => points.release(accountId, id, released));
      await app.database.query(INSERT_RUN, [id, accountId, form.id, reserved, consumed, released, status]);
    }
    expect(await usageOf(key)).toEqual({ granted: 100, reserved: 5, consumed: 6, available: 89 });
  });

  it('leave out what was consumed in earlier months, and count the allowance that is due', async () => {
    const { accountId, key } = await app.stranger('free');
    await app.database.query(`update accounts set points_balance = 3, points_month = (now() - interval '40 days')::date where id = $1`, [
      accountId,
    ]);
    await app.database.query(
      `insert into point_ledger (account_id, run_id, step_id, kind, points, created_at)
       values ($1, gen_random_uuid(), gen_random_uuid(), 'consume', 50, date_trunc('month', now(), 'utc') - interval '1 ms')`,
      [accountId],
    );
    expect(await usageOf(key)).toEqual({ granted: 100, reserved: 0, consumed: 0, available: 100 });
  });
});

const INSERT_RUN = `
  insert into workflow_runs (id, account_id, form_id, workflow_id, definition, run_kind, status, reserved_points, consumed_points,
    released_points, completed_at, created_at)
  values ($1, $2, $3, gen_random_uuid(), '{}', 'test', $7::text, $4, $5, $6, case when $7 = 'succeeded' then now() end, now())`;

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

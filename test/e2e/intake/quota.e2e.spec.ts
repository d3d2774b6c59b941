import type { Answer, Api } from '../../support/api';
import { expectError, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';

let app: TestApp;
let api: Api;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
});
beforeEach(async () => {
  api = app.api.as((await app.stranger('free')).key);
  form = await anEnabledForm(api);
});
afterAll(() => app.close());

const PER_MONTH = 500;

/** Sets the number of submissions of this month, or of an earlier one. */
const received = (count: number, monthsAgo = 0) =>
  app.database.query(
    `update form_stats set month_count = $2,
       month = date_trunc('month', now() at time zone 'utc') - make_interval(months => $3) where form_id = $1`,
    [form.id, count, monthsAgo],
  );

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();

/** Until the next month in UTC. */
function secondsLeft(): number {
  const now = new Date();
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000;
}

describe('the monthly quota', () => {
  it('refuses submissions beyond it, with the time until the next month', async () => {
    await received(PER_MONTH - 1);
    expect((await submit(api, form, { n: 1 })).status).toBe(201);
    const before = secondsLeft();
    const answer = await submit(api, form, { n: 1 });
    expectError(answer, 'submission_quota_exceeded');
    const retryAfter = Number(answer.headers['retry-after']);
    expect(retryAfter).toBeGreaterThanOrEqual(Math.floor(secondsLeft()));
    expect(retryAfter).toBeLessThanOrEqual(Math.ceil(before));
    expect(await storedIn(api, form)).toHaveLength(1);
  });

  it.each([1, 12])('starts again in a new month: %i months later', async (monthsAgo) => {
    await received(PER_MONTH, monthsAgo);
    expect((await submit(api, form, { n: 1 })).status).toBe(201);
    const [stats] = await app.database.query<{ count: number }>('select month_count as count from form_stats where form_id = $1', [
      form.id,
    ]);
    expect(stats!.count).toBe(1);
  });

  it('accepts exactly the remaining number of concurrent submissions through two processes', async () => {
    await received(PER_MONTH - 3);
    const other = await app.sibling();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => untilServed(() => submit(n % 2 ? api : other.api, form, { n: 1 }))),
    );
    expect(statusesOf(answers)).toEqual([201, 201, 201, ...Array<number>(17).fill(429)]);
    expect(await storedIn(api, form)).toHaveLength(3);
    await other.close();
  });

  it('applies to each form separately, and not to a plan without a quota', async () => {
    await received(PER_MONTH);
    expect((await submit(api, await anEnabledForm(api), { n: 1 })).status).toBe(201);
    const unlimited = await anEnabledForm(app.api);
    await app.database.query('update form_stats set month_count = 1000000 where form_id = $1', [unlimited.id]);
    expect((await submit(app.api, unlimited, { n: 1 })).status).toBe(201);
  });

  it('is not restored by deleting submissions', async () => {
    await received(PER_MONTH - 1);
    const { id } = (await submit(api, form, { n: 1 })).body.data as { id: string };
    await api.delete(`/v1/forms/${form.id}/submissions/${id}`);
    expectError(await submit(api, form, { n: 1 }), 'submission_quota_exceeded');
  });

  it('applies to servers with a token too', async () => {
    await received(PER_MONTH);
    const headers = { 'x-submission-token': form.submission_token };
    expectError(await submit(api, form, { n: 1 }, headers), 'submission_quota_exceeded');
  });

  it('replays submissions that were stored before it was exhausted', async () => {
    await received(PER_MONTH - 1);
    const headers = { 'idempotency-key': 'k' };
    const first = await submit(api, form, { n: 1 }, headers);
    const again = await submit(api, form, { n: 1 }, headers);
    expect({ status: again.status, data: again.body.data }).toEqual({ status: 201, data: first.body.data });
  });

  it('replays fifty concurrent requests for the last submission of the quota', async () => {
    await received(PER_MONTH - 1);
    const headers = { 'idempotency-key': 'k' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => untilServed(() => submit(api, form, { n: 1 }, headers))));
    expect(statusesOf(answers)).toEqual(Array<number>(50).fill(201));
    expect(await storedIn(api, form)).toHaveLength(1);
  });
});

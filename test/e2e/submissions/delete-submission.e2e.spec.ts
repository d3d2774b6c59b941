import { Client } from 'pg';
import { v7 } from 'uuid';
import { expectError, expectFaults } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { expectExactCounters } from '../../support/counters';
import { eventually } from '../../support/eventually';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm, aSubmission, reload, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { seedSubmissions } from '../../support/seed';
import { aFan, aVersion, aWebhook } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const path = (form: { id: string }, id: string) => `/v1/forms/${form.id}/submissions/${id}`;

async function aFormWithOne(): Promise<{ form: CreatedForm; id: string }> {
  const form = await anEnabledForm(app.api);
  return { form, id: await aSubmission(app.api, form) };
}

describe('200', () => {
  it('deletes the submission and answers an empty object', async () => {
    const { form, id } = await aFormWithOne();
    const answer = await app.api.delete(path(form, id));
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: {} });
    expectError(await app.api.get(path(form, id)), 'resource_not_found');
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('counts read and unread ones apart', async () => {
    const { form, id } = await aFormWithOne();
    const other = await aSubmission(app.api, form);
    await app.api.patch(path(form, id), { read: true });
    await app.api.delete(path(form, id));
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 1 });
    await app.api.delete(path(form, other));
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 0, unread_count: 0 });
  });

  it('leaves the time of the latest of those that are left', async () => {
    const form = await aForm(app.api);
    const moments = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    const [first, second, third] = await seedSubmissions(
      app.database,
      form,
      moments.map((received_at) => ({ received_at })),
    );
    const latestAfter = async ({ id }: { id: string }) => {
      await app.api.delete(path(form, id));
      return (await reload(app.api, form)).latest_submission_at;
    };
    expect(await latestAfter(third!)).toBe('2026-02-01T00:00:00.000Z');
    expect(await latestAfter(second!)).toBe('2026-01-01T00:00:00.000Z');
    expect(await latestAfter(first!)).toBeNull();
  });

  it('leaves the tag of the form alone', async () => {
    const { form, id } = await aFormWithOne();
    await app.api.delete(path(form, id));
    expect((await reload(app.api, form)).etag).toBe(form.etag);
  });

  it('takes an empty object for a body, as some clients send one', async () => {
    const { form, id } = await aFormWithOne();
    expect((await app.api.delete(path(form, id), {}, {})).status).toBe(200);
  });

  it('of twenty at once deletes once', async () => {
    const { form, id } = await aFormWithOne();
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.api.delete(path(form, id))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)]);
    await expectExactCounters(app, form);
  });

  it('leaves exact counters while others arrive', async () => {
    const form = await anEnabledForm(app.api);
    const ids = await Promise.all(Array.from({ length: 20 }, () => aSubmission(app.api, form)));
    await Promise.all([
      ...ids.map((id) => app.api.delete(path(form, id))),
      ...Array.from({ length: 20 }, () => submit(app.api, form, {})),
    ]);
    expect(await expectExactCounters(app, form)).toMatchObject({ submissions_count: 20, unread_count: 20 });
  });
});

describe('403', () => {
  it('needs the scope submissions:delete and a key that may write', async () => {
    const { form, id } = await aFormWithOne();
    const refused = await app.api.delete(path(form, id), {
      key: await app.key({ scopes: allScopesBut('submissions:delete') }),
    });
    expectError(refused, 'insufficient_scope');
    expect(refused.body.error!.message).toContain('submissions:delete');
    expectError(await app.api.delete(path(form, id), { key: await app.key({ isReadOnly: true }) }), 'writes_disabled');
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });
});

describe('a worker that ends a run of the submission', () => {
  it('has locked the account first and finds the run free', async () => {
    const { accountId, key } = await app.stranger('pro');
    const api = app.api.as(key);
    const form = await anEnabledForm(api);
    await aVersion(api, form, aFan(aWebhook('crm')));
    const id = await aSubmission(api, form);
    const worker = new Client({ connectionString: app.databaseUrl });
    await worker.connect();
    await worker.query('begin');
    await worker.query('select from accounts where id = $1 for no key update', [accountId]);
    const deletion = api.delete(path(form, id));
    await eventually(async () => (await app.database.query(WAITING)).length > 0);
    const run = await worker.query('select from workflow_runs where submission_id = $1 for update nowait', [id]);
    await worker.query('commit');
    await worker.end();
    expect({ runs: run.rowCount, status: (await deletion).status }).toEqual({ runs: 1, status: 200 });
  });
});

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('404', () => {
  it('is the answer to a second time, to a foreign form and to what never was', async () => {
    const { form, id } = await aFormWithOne();
    const other = await aFormWithOne();
    expectError(await app.api.delete(path(form, other.id)), 'resource_not_found');
    expectError(await app.api.delete(path(form, id), { key: (await app.stranger()).key }), 'resource_not_found');
    expectError(await app.api.delete(path(form, v7())), 'resource_not_found');
    expect((await app.api.delete(path(form, id))).status).toBe(200);
    expectError(await app.api.delete(path(form, id)), 'resource_not_found');
    expect(await storedIn(app.api, other.form)).toHaveLength(1);
  });
});

describe('422', () => {
  it('names members of a body and query parameters, since there are none', async () => {
    const { form, id } = await aFormWithOne();
    expectFaults(await app.api.delete(path(form, id), {}, { force: true }), 'force');
    expectFaults(await app.api.delete(`${path(form, id)}?force=1`), 'force');
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });
});

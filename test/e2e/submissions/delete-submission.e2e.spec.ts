import { Client } from 'pg';
import { v7 } from 'uuid';
import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { expectExactCounters } from '../../support/counters';
import { waitUntil } from '../../support/wait-until';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm, aSubmission, reload, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { countLockWaiters } from '../../support/queries';
import { seedSubmissions } from '../../support/seed';
import { aFanOut, aVersion, aWebhook } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
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

  it('counts read and unread submissions separately', async () => {
    const { form, id } = await aFormWithOne();
    const other = await aSubmission(app.api, form);
    await app.api.patch(path(form, id), { read: true });
    await app.api.delete(path(form, id));
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 1 });
    await app.api.delete(path(form, other));
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 0, unread_count: 0 });
  });

  it('sets the time of the latest submission to that of the remaining ones', async () => {
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

  it('does not change the ETag of the form', async () => {
    const { form, id } = await aFormWithOne();
    await app.api.delete(path(form, id));
    expect((await reload(app.api, form)).etag).toBe(form.etag);
  });

  it('accepts an empty object as the body, as some clients send it', async () => {
    const { form, id } = await aFormWithOne();
    expect((await app.api.delete(path(form, id), {}, {})).status).toBe(200);
  });

  it('deletes once under twenty concurrent requests', async () => {
    const { form, id } = await aFormWithOne();
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilServed(() => app.api.delete(path(form, id)))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)]);
    await expectExactCounters(app, form);
  });

  it('keeps exact counters while others arrive', async () => {
    const form = await anEnabledForm(app.api);
    const ids = await Promise.all(Array.from({ length: 20 }, () => aSubmission(app.api, form)));
    await Promise.all([
      ...ids.map((id) => untilServed(() => app.api.delete(path(form, id)))),
      ...Array.from({ length: 20 }, () => untilServed(() => submit(app.api, form, { n: 1 }))),
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
  it('locks the account first, so that a deletion waits without holding the run', async () => {
    const { accountId, key } = await app.stranger('pro');
    const api = app.api.as(key);
    const form = await anEnabledForm(api);
    await aVersion(api, form, aFanOut(aWebhook('crm')));
    const id = await aSubmission(api, form);
    const worker = new Client({ connectionString: app.databaseUrl });
    await worker.connect();
    await worker.query('begin');
    await worker.query('select from accounts where id = $1 for no key update', [accountId]);
    const deletion = api.delete(path(form, id));
    await waitUntil(async () => (await countLockWaiters(app)) > 0);
    const run = await worker.query('select from workflow_runs where submission_id = $1 for update nowait', [id]);
    await worker.query('commit');
    await worker.end();
    expect({ runs: run.rowCount, status: (await deletion).status }).toEqual({ runs: 1, status: 200 });
  });
});

describe('404', () => {
  it('is the answer to a second delete, to a foreign form and to an unknown id', async () => {
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
  it('names unknown members of the body and query parameters', async () => {
    const { form, id } = await aFormWithOne();
    expectFieldErrors(await app.api.delete(path(form, id), {}, { force: true }), 'force');
    expectFieldErrors(await app.api.delete(`${path(form, id)}?force=1`), 'force');
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });
});

import { FormDeletionService } from '../../../src/forms/form-deletion.service';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aField, aForm, anEnabledForm, aSubmission, reload, submit } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}`;

/** The number of rows of a form in each table. */
async function rowsOf({ id }: { id: string }): Promise<Record<string, string>> {
  const row = await app.database.queryOne<Record<string, string>>(
    `select (select count(*) from forms where id = $1) as forms,
       (select count(*) from fields where form_id = $1) as fields,
       (select count(*) from submissions where form_id = $1) as submissions,
       (select count(*) from workflows where form_id = $1) as workflows,
       (select count(*) from form_stats where form_id = $1) as stats`,
    [id],
  );
  return row!;
}

const NOTHING = { forms: '0', fields: '0', submissions: '0', workflows: '0', stats: '0' };

describe('200', () => {
  it('answers exactly an empty object', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.delete(path(form), { ifMatch: form.etag });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({});
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.stringMatching(/^req_/) });
    expect(answer.headers.etag).toBeUndefined();
  });

  it('deletes fields, submissions, counters and the workflow', async () => {
    const form = await anEnabledForm(app.api);
    await aField(app.api, form);
    const submission = await aSubmission(app.api, form);
    await app.api.delete(path(form), { ifMatch: '*' });
    expect(await rowsOf(form)).toEqual(NOTHING);
    for (const child of ['', '/fields', '/workflow', '/submissions', `/submissions/${submission}`]) {
      expectError(await app.api.get(`${path(form)}${child}`), 'resource_not_found');
    }
    expectError(await submit(app.api, form, { email: 'ada@example.com' }), 'resource_not_found');
  });

  it('accepts an empty object as the body', async () => {
    const form = await aForm(app.api);
    expect((await app.api.delete(path(form), { ifMatch: form.etag }, {})).status).toBe(200);
  });
});

describe('200 for a form with very many submissions', () => {
  it('hides the form at once and purges its rows in batches afterwards', async () => {
    const form = await anEnabledForm(app.api, { name: 'Big' });
    await insertSubmissions(form, 10_001);
    expect((await app.api.delete(path(form), { ifMatch: '*' })).body).toEqual({});
    expectError(await app.api.get(path(form)), 'resource_not_found');
    expectError(await app.api.get(`${path(form)}/submissions`), 'resource_not_found');
    expectError(await submit(app.api, form, { n: 1 }), 'resource_not_found');
    expect((await app.api.get('/v1/forms?search=Big')).body.data).toEqual([]);
    const removal = app.app.get(FormDeletionService);
    while (await removal.purgeBatch());
    expect(await rowsOf(form)).toEqual(NOTHING);
  });

  async function insertSubmissions({ id }: { id: string }, count: number): Promise<void> {
    await app.database.query(
      `insert into submissions (id, form_id, source, fields, received_at)
       select gen_random_uuid(), $1, 'api', '{}', now() from generate_series(1, $2::int)`,
      [id, count],
    );
    await app.database.query('update form_stats set submissions_count = $2 where form_id = $1', [id, count]);
  }
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aForm(app.api);
    const key = await app.key({ scopes: allScopesBut('forms:delete') });
    const answer = await app.api.as(key).delete(path(form), { ifMatch: form.etag });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:delete');
  });
});

describe('404', () => {
  it('does not find a deleted form', async () => {
    const form = await aForm(app.api);
    await app.api.delete(path(form), { ifMatch: form.etag });
    expectError(await app.api.delete(path(form), { ifMatch: form.etag }), 'resource_not_found');
  });
});

describe('412', () => {
  it('refuses a stale ETag and keeps the form', async () => {
    const form = await aForm(app.api);
    await aField(app.api, form);
    expectError(await app.api.delete(path(form), { ifMatch: form.etag }), 'precondition_failed');
    expect(await reload(app.api, form)).toMatchObject({ revision: 2 });
  });

  it('accepts either a delete or an edit with the same ETag, never both', async () => {
    const form = await aForm(app.api);
    const [deleted, edited] = await Promise.all([
      app.api.delete(path(form), { ifMatch: form.etag }),
      app.api.patch(path(form), { name: 'Edited' }, { ifMatch: form.etag }),
    ]);
    const outcomes = [
      [200, 404],
      [412, 200],
    ];
    expect(outcomes).toContainEqual([deleted.status, edited.status]);
  });
});

describe('422', () => {
  it('refuses a body with members', async () => {
    const form = await aForm(app.api);
    expectFieldErrors(await app.api.delete(path(form), { ifMatch: form.etag }, { force: true }), 'force');
    expect((await reload(app.api, form)).id).toBe(form.id);
  });
});

describe('428', () => {
  it.each(['', ' '])('requires If-Match, and treats %j as missing', async (ifMatch) => {
    const form = await aForm(app.api);
    expectError(await app.api.delete(path(form), { headers: { 'if-match': ifMatch } }), 'precondition_required');
  });
});

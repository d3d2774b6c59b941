import { v7 } from 'uuid';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { Answer } from '../../support/api';
import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { expectExactCounters } from '../../support/counters';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, aSubmission, reload } from '../../support/forms';

let app: TestApp;
let form: CreatedForm;
let id: string;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  form = await anEnabledForm(app.api);
  id = await aSubmission(app.api, form);
});
afterAll(() => app.close());

const path = (submission = id) => `/v1/forms/${form.id}/submissions/${submission}`;
const mark = (read: boolean, submission = id): Promise<Answer<SubmissionView>> => app.api.patch<SubmissionView>(path(submission), { read });

describe('200', () => {
  it('stores the time at which a submission was read, and decrements the unread counter', async () => {
    const answer = await mark(true);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id, read_at: expect.any(String) });
    expect((await app.api.get(path())).body.data).toEqual(answer.body.data);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 0 });
  });

  it('keeps the time of the first reading', async () => {
    const first = await mark(true);
    app.clock.forward({ hours: 1 });
    expect((await mark(true)).body.data).toEqual(first.body.data);
    expect(await reload(app.api, form)).toMatchObject({ unread_count: 0 });
  });

  it('marks a submission as unread, idempotently', async () => {
    await mark(true);
    for (let n = 0; n < 2; n += 1) expect((await mark(false)).body.data.read_at).toBeNull();
    expect(await reload(app.api, form)).toMatchObject({ unread_count: 1 });
  });

  it('moves a submission between the lists of read and unread submissions', async () => {
    const idsOf = async (status: string) => {
      const { body } = await app.api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions?read_status=${status}`);
      return body.data.map((each) => each.id);
    };
    const unread = await aSubmission(app.api, form);
    await mark(true);
    expect({ read: await idsOf('read'), unread: await idsOf('unread') }).toEqual({ read: [id], unread: [unread] });
  });

  it('requires no If-Match, honours one, and accepts a merge patch', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await app.api.patch(path(), { read: true }, { headers });
    expect(answer).toMatchObject({ status: 200, etag: `"s-${id}-0"` });
    expectError(await app.api.patch(path(), { read: false }, { ifMatch: `"s-${id}-1"`, headers }), 'precondition_failed');
    expect((await app.api.patch(path(), { read: false }, { ifMatch: answer.etag, headers })).status).toBe(200);
  });

  it('counts fifty concurrent marks once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => untilServed(() => mark(true))));
    expect(new Set(answers.map(({ body }) => body.data.read_at)).size).toBe(1);
    await expectExactCounters(app, form);
  });

  it('keeps exact counters under concurrent marks of both kinds', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => untilServed(() => mark(n % 2 === 0))));
    await expectExactCounters(app, form);
  });
});

describe('403', () => {
  it('needs the scope submissions:update and a key that may write', async () => {
    const reader = await app.key({ scopes: allScopesBut('submissions:update') });
    const refused = await app.api.patch(path(), { read: true }, { key: reader });
    expectError(refused, 'insufficient_scope');
    expect(refused.body.error!.message).toContain('submissions:update');
    const readOnly = await app.key({ isReadOnly: true });
    expectError(await app.api.patch(path(), { read: true }, { key: readOnly }), 'writes_disabled');
    expect(await reload(app.api, form)).toMatchObject({ unread_count: 1 });
  });
});

describe('404', () => {
  it('finds a submission only in its own form', async () => {
    const foreign = await aSubmission(app.api, await anEnabledForm(app.api));
    for (const other of [v7(), 'not-an-id', foreign]) expectError(await mark(true, other), 'resource_not_found');
    expectError(await app.api.patch(path(), { read: true }, { key: (await app.stranger()).key }), 'resource_not_found');
  });

  it('is the answer when the submission is deleted concurrently', async () => {
    for (let round = 0; round < 15; round += 1) {
      const submission = await aSubmission(app.api, form);
      const answers = await Promise.all([
        mark(round % 2 === 0, submission),
        app.api.delete(path(submission)),
        mark(true, submission),
        mark(false, submission),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
    await expectExactCounters(app, form);
  });
});

describe('422', () => {
  it.each<[object, string]>([
    [{}, 'read'],
    [{ read: null }, 'read'],
    [{ read: 'true' }, 'read'],
    [{ read: 1 }, 'read'],
    [{ read: true, read_at: '2026-01-01T00:00:00Z' }, 'read_at'],
    [{ read: true, other_values: {} }, 'other_values'],
  ])('refuses %j', async (body, error) => {
    expectFieldErrors(await app.api.patch(path(), body), error);
    expect(await reload(app.api, form)).toMatchObject({ unread_count: 1 });
  });
});

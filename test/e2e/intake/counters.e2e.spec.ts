import { untilServed, type Answer } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { expectExactCounters } from '../../support/counters';
import { aForm, anEnabledForm, aSubmission, reload, submit } from '../../support/forms';

let app: TestApp;
let other: Instance;
beforeAll(async () => {
  app = await shareApp();
  other = await app.sibling();
});

describe('the counters of a form', () => {
  it('start at zero', async () => {
    const form = await aForm(app.api);
    expect(await reload(app.api, form)).toMatchObject({
      submissions_count: 0,
      unread_count: 0,
      latest_submission_at: null,
    });
  });

  it('include the submission that was answered last', async () => {
    const form = await anEnabledForm(app.api);
    for (let n = 1; n <= 3; n += 1) {
      const answer = await submit(app.api, form, { n: 1 });
      const latest_submission_at = (answer.body.data as { received_at: string }).received_at;
      expect(await reload(app.api, form)).toMatchObject({
        submissions_count: n,
        unread_count: n,
        latest_submission_at,
      });
    }
  });

  it('are exact after concurrent submissions, marks and deletes on three forms through two processes', async () => {
    const forms = await Promise.all([1, 2, 3].map(() => anEnabledForm(app.api)));
    const known = await Promise.all(forms.map((form) => Promise.all(Array.from({ length: 12 }, () => aSubmission(app.api, form)))));
    const calls: Promise<Answer>[] = [];
    for (let n = 0; n < 150; n += 1) {
      const { api } = n % 2 ? app : other;
      const form = forms[n % 3]!;
      const path = `/v1/forms/${form.id}/submissions/${known[n % 3]![n % 11]}`;
      calls.push(untilServed(() => submit(api, form, { n })));
      if (n % 3 === 0) calls.push(untilServed(() => api.patch(path, { read: true })));
      if (n % 4 === 0) calls.push(untilServed(() => api.patch(path, { read: false })));
      if (n % 7 === 0) calls.push(untilServed(() => api.delete(path)));
    }
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    for (const form of forms) {
      const { submissions_count } = await expectExactCounters(app, form);
      expect(submissions_count).toBeGreaterThan(50);
    }
  });

  it('change neither ETag nor revision nor updated_at, so that a busy form can be edited', async () => {
    const form = await anEnabledForm(app.api);
    const before = await reload(app.api, form);
    const id = await aSubmission(app.api, form);
    await app.api.patch(`/v1/forms/${form.id}/submissions/${id}`, { read: true });
    const after = await reload(app.api, form);
    const { etag, revision, updated_at } = before;
    expect(after).toMatchObject({ etag, revision, updated_at, submissions_count: 1 });
    const edited = await app.api.patch(`/v1/forms/${form.id}`, { name: 'Edited' }, { ifMatch: etag });
    expect(edited.status).toBe(200);
  });

  it('equal the accepted submissions when the form is edited meanwhile', async () => {
    const form = await anEnabledForm(app.api);
    const edit = async (n: number): Promise<void> => {
      if (n === 0) return;
      expect((await app.api.patch(`/v1/forms/${form.id}`, { name: `Edit ${n}` }, { ifMatch: '*' })).status).toBe(200);
      await edit(n - 1);
    };
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, (_, n) => submit((n % 2 ? app : other).api, form, { n }))),
      edit(10),
    ]);
    const accepted = answers.filter(({ status }) => status === 201).length;
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    expect(await expectExactCounters(app, form)).toMatchObject({ submissions_count: accepted });
  });
});

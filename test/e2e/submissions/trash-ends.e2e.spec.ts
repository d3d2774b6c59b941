import fc from 'fast-check';
import { FormDeletionService } from '../../../src/forms/form-deletion.service';
import { RetentionService } from '../../../src/submissions/retention/retention.service';
import { SubmissionJobRunner } from '../../../src/submissions/jobs/submission-job-runner';
import { QuarantineService } from '../../../src/submissions/quarantine.service';
import { DeletionService } from '../../../src/submissions/trash/deletion.service';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm, etagOf, reload, setSettings } from '../../support/forms';
import { expectInvariants } from '../../support/invariants';
import { seedSubmissions } from '../../support/seed';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => expectInvariants(app));

const aForm = (): Promise<CreatedForm> => anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
const path = (form: { id: string }, rest = '') => `/v1/forms/${form.id}/submissions${rest}`;
const batch = (form: { id: string }, body: object) => app.api.post(path(form, '/batch'), body);
const restore = (form: { id: string }, id: string) => app.api.post(path(form, `/${id}/restore`), undefined);
const trashOf = async (form: { id: string }): Promise<string[]> =>
  (
    await app.database.query<{ id: string }>(`select id from submissions where form_id = $1 and state = 'trashed' order by id`, [form.id])
  ).map(({ id }) => id);
const age = (form: { id: string }, days: number) =>
  app.database.query(`update submissions set deleted_at = now() - make_interval(days => $2) where form_id = $1 and state = 'trashed'`, [
    form.id,
    days,
  ]);

async function aTrash(count: number): Promise<{ form: CreatedForm; ids: string[] }> {
  const form = await aForm();
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await aSubmission(app.api, form, { email: `n${n}@example.com` }));
  expect((await batch(form, { action: 'delete', ids })).body.data).toMatchObject({ changed: count });
  return { form, ids: ids.sort() };
}

describe('the purge of the trash', () => {
  const purge = () => app.app.get(DeletionService).purge();

  it('deletes fifty of a form at a time, once they have been there for as long as the plan says', async () => {
    const { form, ids } = await aTrash(60);
    await age(form, 29);
    expect(await purge()).toBe(0);
    await age(form, 31);
    expect([await purge(), await purge(), await purge()]).toEqual([50, 10, 0]);
    expectError(await restore(form, ids[0]!), 'resource_not_found');
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 0 });
  });

  it('and a restoration at the same time end with one of both for each submission', async () => {
    const { form, ids } = await aTrash(40);
    await age(form, 31);
    const [statuses] = await Promise.all([
      Promise.all(ids.map(async (id) => (await restore(form, id)).status)),
      Promise.all([purge(), purge(), purge()]),
    ]);
    const kept = await app.database.query<{ id: string; state: string }>(
      'select id, state from submissions where form_id = $1 order by id',
      [form.id],
    );
    expect(kept.map(({ id, state }) => [id, state])).toEqual(
      ids.filter((_, index) => statuses[index] === 200).map((id) => [id, 'accepted']),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 404].filter((status) => statuses.includes(status))));
  });

  it('of the quarantine leaves what is in the trash', async () => {
    const form = await aForm();
    const id = await aSubmission(app.api, form);
    await app.api.post(path(form, `/${id}/spam`));
    await app.database.query(`update submissions set held_at = now() - interval '31 days' where id = $1`, [id]);
    await app.api.delete(path(form, `/${id}`));
    expect(await app.app.get(QuarantineService).purge()).toBe(0);
    expect(await trashOf(form)).toEqual([id]);
  });
});

describe('everything that deletes for good finds the trash as well', () => {
  it('the retention of the form', async () => {
    const { form } = await aTrash(2);
    await setSettings(app.api, form, { retention: { days: 10 } });
    await app.database.query(`update submissions set received_at = now() - interval '11 days' where form_id = $1`, [form.id]);
    await app.app.get(RetentionService).deleteBatch(form.id);
    expect(await trashOf(form)).toEqual([]);
  });

  it('the deletion of the form', async () => {
    const { form } = await aTrash(3);
    expect((await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: await etagOf(app.api, form) })).status).toBe(200);
    while (await app.app.get(FormDeletionService).purgeBatch());
    expect(await app.database.query('select from submissions where form_id = $1', [form.id])).toEqual([]);
    expect(await app.database.query('select from trashed_submissions where form_id = $1', [form.id])).toEqual([]);
  });

  it('the undoing of an import', async () => {
    const form = await aForm();
    const file = 'email,source_id\na@example.com,1\nb@example.com,2\n';
    const send = async () =>
      (await app.api.post(path(form, '/import'), Buffer.from(file), { idempotencyKey: '', headers: { 'content-type': 'text/csv' } })).body
        .data as { import_id: string; imported: number };
    await send();
    const [{ id }] = (await app.api.get<{ id: string }[]>(path(form))).body.data as [{ id: string }];
    await app.api.delete(path(form, `/${id}`));
    const [{ id: importId }] = (await app.api.get<{ id: string }[]>(`/v1/forms/${form.id}/imports`)).body.data as [{ id: string }];
    expect((await app.api.post(`/v1/forms/${form.id}/imports/${importId}/undo`)).status).toBe(200);
    expect(await app.database.query('select from submissions where form_id = $1', [form.id])).toEqual([]);
    expect(await send()).toMatchObject({ imported: 2 });
  });
});

it('an action on all that fits a filter moves to the trash, restores what is there, and deletes it for good', async () => {
  const { form, ids } = await aTrash(3);
  const job = async (body: object) => {
    const { id } = (await app.api.post<{ id: string }>('/v1/submission-jobs', body)).body.data;
    while (await app.app.get(SubmissionJobRunner).runBatch());
    return (await app.api.get(`/v1/submission-jobs/${id}`)).body.data;
  };
  const filters = { form: form.id };
  expect(await job({ action: 'restore', filters })).toMatchObject({ status: 'done', total: 3, changed: 3 });
  expect(await trashOf(form)).toEqual([]);
  expect(await job({ action: 'delete', filters })).toMatchObject({ changed: 3, permanently: false });
  expect(await trashOf(form)).toEqual(ids);
  expect(await job({ action: 'read', filters })).toMatchObject({ total: 0, changed: 0 });
  expect(await job({ action: 'delete', permanently: true, filters: { ...filters, trash: 'only' } })).toMatchObject({
    changed: 3,
    permanently: true,
  });
  expect(await app.database.query('select from submissions where form_id = $1', [form.id])).toEqual([]);
});

describe('a race', () => {
  it('of twenty restorations of one submission restores it once', async () => {
    const { form, ids } = await aTrash(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => restore(form, ids[0]!)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 1 });
  });

  it('of five hundred restorations for the last place has one winner', async () => {
    const form = await aForm();
    const seeded = await seedSubmissions(
      app.database,
      form,
      Array.from({ length: 500 }, (_, n) => ({ received_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString() })),
    );
    const ids = seeded.map(({ id }) => id);
    for (let n = 0; n < 500; n += 100) await batch(form, { action: 'delete', ids: ids.slice(n, n + 100) });
    await setSettings(app.api, form, { intake: { max_submissions: 1 } });
    const statuses: number[] = [];
    const left = [...ids];
    const restorer = async () => {
      for (let id = left.pop(); id; id = left.pop()) statuses.push((await restore(form, id)).status);
    };
    await Promise.all(Array.from({ length: 8 }, restorer)); // more would wait for the form longer than it may be waited for, and get 503
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(499);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1 });
  });

  it('of deletions, restorations and marks ends with exact counters', async () => {
    const form = await aForm();
    const ids = await Promise.all(Array.from({ length: 8 }, () => aSubmission(app.api, form)));
    const acts = [
      (id: string) => app.api.delete(path(form, `/${id}`)),
      (id: string) => restore(form, id),
      (id: string) => app.api.patch(path(form, `/${id}`), { read: true }),
      (id: string) => app.api.post(path(form, `/${id}/spam`)),
      (id: string) => app.api.patch(path(form, `/${id}`), { read: false }),
    ];
    await Promise.all(ids.flatMap((id) => acts.map((act) => act(id))));
    await expectInvariants(app);
  });
});

describe('the change feed', () => {
  interface Feed {
    data: { type: string; submission_id: string; submission: object | null; change_number: number }[];
    meta: { next_cursor: string; has_more: boolean };
  }
  const feed = async (form: { id: string }, query: string) =>
    (await app.api.get(`/v1/forms/${form.id}/changes?${query}`)).body as unknown as Feed;

  it('tells a deletion once, and nothing when the trash is purged', async () => {
    const form = await aForm();
    const id = await aSubmission(app.api, form);
    const { next_cursor: before } = (await feed(form, 'limit=0')).meta;
    await app.api.delete(path(form, `/${id}`));
    const seen = await feed(form, `after=${before}`);
    expect(seen.data).toMatchObject([{ type: 'deleted', submission_id: id, submission: null }]);
    await app.api.delete(path(form, `/${id}?permanently=true`));
    expect((await feed(form, `after=${seen.meta.next_cursor}`)).data).toEqual([]);
    expect((await feed(form, `after=${before}`)).data).toEqual(seen.data);
    expect((await feed(form, `after=${before}&imported=true`)).data).toEqual(seen.data);
  });

  it('is right for a reader that reads at any points, whatever happens to the submissions', async () => {
    const action = fc.constantFrom('trash', 'restore', 'good', 'read', 'spam', 'read the feed', 'read the feed');
    const script = fc.array(fc.tuple(action, fc.nat(2)), { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(script, async (steps) => {
        const form = await aForm();
        const ids = [await aSubmission(app.api, form), await aSubmission(app.api, form), await aSubmission(app.api, form)];
        const copy = new Map<string, string>();
        let cursor = '';
        const follow = async () => {
          for (let hasMore = true; hasMore;) {
            const { data, meta } = await feed(form, `limit=2${cursor && `&after=${cursor}`}`);
            for (const { type, submission_id: id, submission } of data) {
              const wasTold = cursor !== '' && type === 'deleted' && !copy.has(id) && gone.has(id);
              expect(wasTold).toBe(false);
              if (submission) copy.set(id, (submission as { state: string }).state);
              else copy.delete(id);
              if (submission) gone.delete(id);
              else gone.add(id);
            }
            ({ next_cursor: cursor, has_more: hasMore } = meta);
          }
        };
        const gone = new Set<string>();
        for (const [act, index] of steps) {
          const one = path(form, `/${ids[index]!}`);
          if (act === 'trash') await app.api.delete(one);
          if (act === 'restore') {
            await restore(form, ids[index]!);
            gone.delete(ids[index]!); // another deletion is told again
          }
          if (act === 'good') await app.api.delete(`${one}?permanently=true`);
          if (act === 'read') await app.api.patch(one, { read: true });
          if (act === 'spam') await app.api.post(`${one}/spam`);
          if (act === 'read the feed') await follow();
        }
        await follow();
        const stored = await app.database.query<{ id: string; state: string }>(
          `select id, state from submissions where form_id = $1 and state <> 'trashed' order by id`,
          [form.id],
        );
        expect([...copy].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(stored.map(({ id, state }) => [id, state]));
      }),
      { numRuns: 15 },
    );
  });
});

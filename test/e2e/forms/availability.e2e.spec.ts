import type { FormView } from '../../../src/forms/form-view.dto';
import { shareApp, type TestApp, withAnotherAccount } from '../../support/app';
import { aForm, anEnabledForm, aSubmission, reload, setSettings } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});

/** As the form, the list of forms and the answer to an edit show it. */
async function shownOf({ api }: TestApp, form: { id: string }): Promise<object[]> {
  const { availability, name, etag } = await reload(api, form);
  const listed = (await api.get<FormView[]>('/v1/forms')).body.data.find(({ id }) => id === form.id)!;
  const edited = await api.patch<FormView>(`/v1/forms/${form.id}`, { name }, { ifMatch: etag });
  return [availability, listed.availability, edited.body.data.availability];
}

const thrice = (state: string, at: unknown = null) => [1, 2, 3].map(() => ({ state, at }));
const [PAST, FUTURE] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];

it.each([
  ['open', {}, null],
  ['opens_later', { opens_at: FUTURE }, FUTURE],
  ['closed', { closes_at: PAST }, PAST],
  ['full', { max_submissions: 1 }, null],
  ['open', { max_submissions: 2 }, null],
])('an enabled form with a submission is %s by its settings: %j', async (state, intake, at) => {
  const form = await anEnabledForm(app.api);
  await aSubmission(app.api, form);
  await setSettings(app.api, form, { intake });
  expect(await shownOf(app, form)).toEqual(thrice(state, at));
});

it('a form that was just created is disabled', async () => {
  const form = await aForm(app.api);
  expect(form.availability).toEqual({ state: 'disabled', at: null });
  expect(await shownOf(app, form)).toEqual(thrice('disabled'));
});

it('a form that has reached the quota of its plan waits for the next month', async () => {
  const free = await withAnotherAccount(app, 'free');
  const form = await anEnabledForm(free.api);
  await aSubmission(free.api, form);
  await app.database.query('update form_stats set month_count = 500 where form_id = $1', [form.id]);
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
  expect(await shownOf(free, form)).toEqual(thrice('quota_reached', next));
  await app.database.query(`update form_stats set month = month - interval '1 month' where form_id = $1`, [form.id]);
  expect(await shownOf(free, form)).toEqual(thrice('open'));
});

it('a form with a field for files is told to be full of files by its own limit and by that of its plan', async () => {
  const free = await withAnotherAccount(app, 'free');
  const form = await anEnabledForm(free.api, { fields: [{ name: 'plan', type: 'file' }] });
  const other = await anEnabledForm(free.api);
  await app.database.query('update form_stats set stored_bytes = 10737418240 where form_id = $1', [other.id]);
  expect(await shownOf(free, form)).toEqual(thrice('storage_full'));
  expect(await shownOf(free, other)).toEqual(thrice('open'));
  await app.database.query('update form_stats set stored_bytes = 0 where form_id = $1', [other.id]);
  await setSettings(free.api, form, { intake: { max_stored_bytes: 0 } });
  expect(await shownOf(free, form)).toEqual(thrice('storage_full'));
});

it('the settings warn of an enabled form that accepts nothing any more', async () => {
  const form = await anEnabledForm(app.api);
  await aSubmission(app.api, form);
  const warned = async (intake: object) => {
    await setSettings(app.api, form, { intake: { max_submissions: null, closes_at: null, ...intake } });
    const { data } = (await app.api.get<{ warnings?: string[] }>(`/v1/forms/${form.id}/settings`)).body;
    return (data.warnings ?? []).filter((text) => text.startsWith('intake'));
  };
  expect(await warned({ max_submissions: 1 })).toEqual([
    expect.stringMatching(/^intake.max_submissions is reached, since the form has 1 /),
  ]);
  expect(await warned({ closes_at: PAST })).toEqual([expect.stringMatching(/^intake.closes_at is past/)]);
  expect(await warned({ max_submissions: 2, closes_at: FUTURE })).toEqual([]);
});

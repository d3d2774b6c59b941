import { JudgedSubmissionsRepository } from '../../../src/intake/spam/judged-submissions.repository';
import { NotificationsRepository } from '../../../src/notifications/notifications.repository';
import { newId } from '../../../src/platform/ids.rules';
import { QuarantineService } from '../../../src/submissions/quarantine.service';
import { expectError } from '../../support/api';
import { type CreatedForm, reload, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { expectPage } from '../../support/pages';
import { aDefinition, aVersion, START, STORE } from '../../support/workflows';
import { Confirmations, FIELDS, linkIn } from './confirmations.fixture';

let confirmations: Confirmations;
beforeAll(async () => {
  confirmations = await Confirmations.start();
});
beforeEach(() => confirmations.reset());
afterEach(async () => expect(await confirmations.violations()).toEqual([]));
afterAll(() => confirmations.app.close());

const NOTIFYING = { notifications: { to: ['owner@example.com'] } };
const aForm = (intake: object = {}, fields: object[] = FIELDS): Promise<CreatedForm> =>
  confirmations.form('require', { ...NOTIFYING, intake }, { notifications_enabled: true, fields });

const heldIn = async (form: CreatedForm) =>
  (await confirmations.api.get<{ id: string }[]>(`/v1/forms/${form.id}/submissions?state=quarantined`)).body.data;
const act = (form: CreatedForm, id: string, action: 'release' | 'spam') =>
  confirmations.api.post(`/v1/forms/${form.id}/submissions/${id}/${action}`, undefined);
const checksOf = async (form: CreatedForm, id: string) =>
  ((await confirmations.submission(form, id)).spam_reasons ?? []).map(({ check }) => check);
const settingsOf = async (form: CreatedForm) => (await confirmations.api.get<object>(`/v1/forms/${form.id}/settings`)).body.data;
const database = () => confirmations.app.database;
const countOf = async (table: string, id: string): Promise<number> => {
  const [row] = await database().query<{ count: string }>(`select count(*) from ${table} where submission_id = $1`, [id]);
  return Number(row!.count);
};
const countersOf = async (form: CreatedForm) =>
  (
    await database().query<object>(
      'select submissions_count, month_count, day_accepted, day_quarantined from form_stats where form_id = $1',
      [form.id],
    )
  )[0];
const age = (id: string, interval: string) =>
  database().query(`update submissions set received_at = received_at - $2::interval where id = $1`, [id, interval]);

it('is held until the confirmation: no run, no notification, and no count of quarantined ones', async () => {
  const form = await aForm();
  await aVersion(confirmations.api, form, aDefinition([START, STORE], 'start>store'));
  const { id, confirmation } = await confirmations.submit(form);
  expect(confirmation).toBe('pending');
  expect(await storedIn(confirmations.api, form)).toEqual([]);
  expect(await heldIn(form)).toMatchObject([{ id, state: 'quarantined', spam_reasons: [{ check: 'unconfirmed' }] }]);
  expect(await settingsOf(form)).toMatchObject({ quarantined: 0 });
  expect(await countersOf(form)).toMatchObject({ submissions_count: 0, month_count: 0, day_accepted: 0, day_quarantined: 0 });
  expect([await countOf('workflow_runs', id), await countOf('notifications', id)]).toEqual([0, 0]);
  const held = await confirmations.app.app
    .get(NotificationsRepository)
    .heldToTell({ id: newId(), formId: form.id, accountId: '', claimed: [] });
  expect(held).toBe(0);

  const [mail] = await confirmations.deliver();
  expect(mail!.text).toMatch(/It is deleted on .* if nobody confirms it/);
  expectPage(await confirmations.read(linkIn(mail!), 'POST'), 200, 'your address is confirmed');
  const confirmed = await confirmations.submission(form, id);
  expect(confirmed).toMatchObject({ address_confirmed_at: expect.any(String) as string });
  expect(confirmed).not.toHaveProperty('spam_reasons');
  expect(await countersOf(form)).toMatchObject({ submissions_count: 1, month_count: 1, day_accepted: 1, day_quarantined: 0 });
  expect([await countOf('workflow_runs', id), await countOf('notifications', id)]).toEqual([1, 1]);
  expectPage(await confirmations.read(linkIn(mail!), 'POST'), 200, 'your address is confirmed');
  expect(await countersOf(form)).toMatchObject({ submissions_count: 1, month_count: 1, day_accepted: 1 });
  expect(await countOf('workflow_runs', id)).toBe(1);
});

it('submissions that nobody confirms do not look like an attack', async () => {
  const form = await aForm();
  for (let count = 0; count < 51; count += 1) await confirmations.submit(form);
  expect(await confirmations.app.app.get(JudgedSubmissionsRepository).isMostlySpam(form.id)).toBe(false);
});

it('counts for the day on which it was received when it is confirmed later', async () => {
  const form = await aForm();
  const { id, link } = await confirmations.asked(form);
  await age(id, '2 days');
  await confirmations.read(link, 'POST');
  expect(await countersOf(form)).toMatchObject({ month_count: 1, day_accepted: 0 });
  const days = await database().query('select accepted, quarantined from form_days where form_id = $1', [form.id]);
  expect(days).toEqual([{ accepted: 1, quarantined: 0 }]);
});

it('takes neither its value nor its place: of two that wait for the last place, one gets it', async () => {
  const form = await aForm({ places: { day: { mon: 1 } } });
  const waiting = [await confirmations.asked(form, { day: 'mon' }), await confirmations.asked(form, { day: 'mon' })];
  const answers = await Promise.all(waiting.map(({ link }) => confirmations.read(link, 'POST')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expectPage(
    answers.find(({ status }) => status === 409)!,
    409,
    'All places are taken',
  );
  expect(await storedIn(confirmations.api, form)).toHaveLength(1);
  expectError(await submit(confirmations.api, form, { email: confirmations.address(), day: 'mon' }), 'no_places_left');
});

it('of two that wait with one value, one gets it, and the page of the other says so', async () => {
  const form = await aForm({ unique_by: 'email' });
  const email = confirmations.address();
  const waiting = [await confirmations.asked(form, { email }), await confirmations.asked(form, { email })];
  const answers = await Promise.all(waiting.map(({ link }) => confirmations.read(link, 'POST')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expectPage(
    answers.find(({ status }) => status === 409)!,
    409,
    'received before',
  );
  expectError(await submit(confirmations.api, form, { email }), 'duplicate_submission');
});

it('what a check for spam holds gets no mail before its release, and is confirmed after it', async () => {
  const form = await aForm();
  const { id, confirmation } = await confirmations.submit(form, { _gotcha: 'x' });
  expect([confirmation, await checksOf(form, id)]).toEqual(['pending', ['honeypot']]);
  expect(await settingsOf(form)).toMatchObject({ quarantined: 1 });
  expect(await confirmations.deliver()).toEqual([]);
  expect((await act(form, id, 'release')).status).toBe(200);
  const [mail] = await confirmations.deliver();
  expect(mail!.text).not.toContain('deleted');
  await confirmations.read(linkIn(mail!), 'POST');
  expect(await confirmations.submission(form, id)).toMatchObject({ address_confirmed_at: expect.any(String) as string });
});

it('what its owner marks as spam stays held when it is confirmed', async () => {
  const form = await aForm();
  const { id, link } = await confirmations.asked(form);
  expect((await act(form, id, 'spam')).status).toBe(200);
  expect([await checksOf(form, id), await countersOf(form)]).toMatchObject([['marked'], { day_quarantined: 1 }]);
  expect(await settingsOf(form)).toMatchObject({ quarantined: 1 });
  expectPage(await confirmations.read(link, 'POST'), 200, 'your address is confirmed');
  const marked = await confirmations.submission(form, id);
  expect(marked).toMatchObject({ state: 'quarantined', address_confirmed_at: expect.any(String) as string });
});

it('its owner releases it without a confirmation, which can still come', async () => {
  const form = await aForm();
  const { id, link } = await confirmations.asked(form);
  expect((await act(form, id, 'release')).body.data).toMatchObject({ state: 'accepted', released_at: expect.any(String) as string });
  expect(await countersOf(form)).toMatchObject({ submissions_count: 1, day_accepted: 1, month_count: 1 });
  expectPage(await confirmations.read(link, 'POST'), 200, 'your address is confirmed');
  expect(await countersOf(form)).toMatchObject({ submissions_count: 1, day_accepted: 1, month_count: 1 });
});

it('is deleted after seven days, unless it was confirmed, and its link says so', async () => {
  const form = await aForm();
  const [gone, kept] = [await confirmations.asked(form), await confirmations.asked(form)];
  for (const { id } of [gone, kept]) await age(id, '7 days');
  await confirmations.read(kept.link, 'POST');
  const quarantine = confirmations.app.app.get(QuarantineService);
  while ((await quarantine.purgeUnconfirmed()) > 0);
  expect(await heldIn(form)).toEqual([]);
  expect((await storedIn(confirmations.api, form)).map(({ id }) => id)).toEqual([kept.id]);
  expectPage(await confirmations.read(gone.link, 'POST'), 404, 'This link is no longer valid');
});

it('confirmations against the sweep: each submission is accepted, or gone and said to be', async () => {
  const form = await aForm();
  const waiting: { id: string; link: string }[] = [];
  for (let count = 0; count < 12; count += 1) waiting.push(await confirmations.asked(form));
  for (const { id } of waiting) await age(id, '7 days');
  const quarantine = confirmations.app.app.get(QuarantineService);
  const [answers] = await Promise.all([
    Promise.all(waiting.map(({ link }) => confirmations.read(link, 'POST'))),
    quarantine.purgeUnconfirmed(),
  ]);
  const accepted = new Set((await storedIn(confirmations.api, form)).map(({ id }) => id));
  for (const [index, { status }] of answers.entries())
    expect([status, accepted.has(waiting[index]!.id)]).toEqual(status === 200 ? [200, true] : [404, false]);
  expect((await reload(confirmations.api, form)).submissions_count).toBe(accepted.size);
});

it('twenty clicks at once confirm once', async () => {
  const form = await aForm();
  await aVersion(confirmations.api, form, aDefinition([START, STORE], 'start>store'));
  const { id, link } = await confirmations.asked(form);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirmations.read(link, 'POST')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([await countOf('workflow_runs', id), await countOf('notifications', id)]).toEqual([1, 1]);
});

it('lists filter by the confirmation', async () => {
  const form = await aForm();
  const [first, second] = [await confirmations.asked(form), await confirmations.asked(form)];
  await confirmations.read(first.link, 'POST');
  const idsOf = async (query: string) => (await confirmations.api.get<{ id: string }[]>(`${query}`)).body.data.map(({ id }) => id);
  const path = `/v1/forms/${form.id}/submissions`;
  expect(await idsOf(`${path}?state=all&confirmed=true`)).toEqual([first.id]);
  expect(await idsOf(`${path}?state=all&confirmed=false`)).toEqual([second.id]);
  expect(await idsOf(`/v1/submissions?form=${form.id}&confirmed=true`)).toEqual([first.id]);
});

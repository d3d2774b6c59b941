import type { CompiledForm } from '../../../src/intake/compiled-form';
import { QuarantineService } from '../../../src/submissions/quarantine.service';
import { type Answer, expectError, untilServed } from '../../support/api';
import { allScopesBut, shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, reload, setSettings, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { aDefinition, aVersion, START, STORE } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

type Settings = Partial<Record<keyof CompiledForm['settings'], object>>;

const aSpamForm = async (settings: Settings = {}): Promise<CreatedForm> => {
  const fields = [
    { name: 'email', type: 'string', validation: 'email' },
    { name: 'text', type: 'string' },
  ];
  const form = await anEnabledForm(app.api, { fields });
  await set(form, settings);
  return form;
};

const set = (form: CreatedForm, settings: Settings): Promise<void> => setSettings(app.api, form, settings);

/** From a page, so it is judged. */
const send = async (form: CreatedForm, values: object, headers = {}): Promise<string> => {
  const answer = await submit(app.api, form, values, headers);
  expect(answer.status).toBe(201);
  return (answer.body.data as { id: string }).id;
};

const heldIn = async (form: CreatedForm) =>
  (await app.api.get<{ id: string; spam_reasons: { check: string }[] }[]>(path(form, '?state=quarantined'))).body.data;

const path = (form: CreatedForm, rest = ''): string => `/v1/forms/${form.id}/submissions${rest}`;
const act = (form: CreatedForm, id: string, action: 'release' | 'spam'): Promise<Answer> =>
  app.api.post(path(form, `/${id}/${action}`), undefined);

const runsOf = async (id: string) =>
  app.database.query<{ status: string; is_retry: boolean }>(
    'select status, retry_of_run_id is not null as is_retry from workflow_runs where submission_id = $1 order by created_at, id',
    [id],
  );

describe('a filled honeypot', () => {
  it('is held by default: answered as usual, listed only when it is asked for, and neither counted nor carried out', async () => {
    const form = await aSpamForm();
    await aVersion(app.api, form, aDefinition([START, STORE], 'start>store'));
    const id = await send(form, { text: 'x', _gotcha: 'x' });
    expect(await storedIn(app.api, form)).toEqual([]);
    expect(await heldIn(form)).toEqual([
      expect.objectContaining({
        id,
        state: 'quarantined',
        spam_reasons: [{ check: 'honeypot', detail: expect.stringMatching(/\.$/) as string }],
        released_at: null,
        fields: { text: 'x' },
      }),
    ]);
    expect(await reload(app.api, form)).toMatchObject({
      submissions_count: 0,
      unread_count: 0,
      latest_submission_at: null,
    });
    expect((await app.api.get(`/v1/forms/${form.id}/settings`)).body.data).toMatchObject({ quarantined: 1 });
    expect(await runsOf(id)).toEqual([]);
    expect((await app.api.get(path(form, `/${id}`))).body.data).toMatchObject({ state: 'quarantined' });
  });

  it.each([
    ['observe', 1, 0],
    ['off', 1, 0],
    ['drop', 0, 0],
    ['quarantine', 0, 1],
  ])('at the level %s', async (honeypot, accepted, held) => {
    const form = await aSpamForm({ spam: { honeypot } });
    await send(form, { text: 'x', _gotcha: 'x' });
    const stored = await storedIn(app.api, form);
    expect([stored.length, (await heldIn(form)).length]).toEqual([accepted, held]);
    if (honeypot === 'observe') expect(stored[0]).toMatchObject({ state: 'accepted', spam_reasons: [{ check: 'honeypot' }] });
    if (honeypot === 'off') expect(stored[0]).not.toHaveProperty('state');
  });

  it('does not matter with the token of the form', async () => {
    const form = await aSpamForm({ spam: { links: 'quarantine', max_links: 0 } });
    await send(form, { text: 'www.example.com', _gotcha: 'x' }, { authorization: `Bearer ${form.submission_token}` });
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });
});

it('holds a submission with many links, and the sixth with the same text, and tells why', async () => {
  const form = await aSpamForm({ spam: { links: 'quarantine', max_links: 1, repeated_text: 'quarantine' } });
  await send(form, { text: 'see www.a.example and http://b.example' });
  const text = 'Buy our very fine watches';
  for (let n = 0; n < 5; n += 1) await send(form, { email: `a${n}@b.example`, text: n % 2 ? text : ` ${text.toUpperCase()}` });
  await send(form, { email: 'c@b.example', text });
  expect((await heldIn(form)).map(({ spam_reasons: reasons }) => reasons.map(({ check }) => check))).toEqual([
    ['repeated_text'],
    ['links'],
  ]);
  expect(await storedIn(app.api, form)).toHaveLength(5);
});

describe('the list', () => {
  it('has both kinds newest first with state=all, page by page', async () => {
    const form = await aSpamForm();
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await send(form, { text: 'x', ...(n % 3 === 0 && { _gotcha: 'x' }) }));
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await app.api.get<{ id: string; state: string }[]>(path(form, `?state=all&limit=2${cursor}`));
      found.push(...body.data.map(({ id }) => id));
      expect(body.data.every(({ state }) => state !== undefined)).toBe(true);
      const next = (body.meta as { next_cursor: string | null }).next_cursor;
      if (next === null) break;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    expect(found.sort()).toEqual(ids.sort());
  });

  it('refuses another state', async () => {
    const form = await aSpamForm();
    expectError(await app.api.get(path(form, '?state=spam')), 'validation_failed');
  });
});

describe('release', () => {
  it('accepts a held submission as if it had just come, once: twenty at a time start one run', async () => {
    const form = await aSpamForm();
    await aVersion(app.api, form, aDefinition([START, STORE], 'start>store'));
    const id = await send(form, { text: 'x', _gotcha: 'x' });
    const before = (await app.api.get<{ received_at: string }>(path(form, `/${id}`))).body.data.received_at;
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilServed(() => act(form, id, 'release'))));
    for (const { status, body } of answers)
      expect([status, body.data]).toEqual([200, expect.objectContaining({ id, state: 'accepted', received_at: before })]);
    expect(answers[0]!.body.data).toMatchObject({
      spam_reasons: [{ check: 'honeypot' }],
      released_at: expect.stringMatching(/Z$/) as string,
    });
    expect(await runsOf(id)).toHaveLength(1);
    expect(await reload(app.api, form)).toMatchObject({
      submissions_count: 1,
      unread_count: 1,
      latest_submission_at: before,
    });
    expect((await storedIn(app.api, form)).map((each) => each.id)).toEqual([id]);
  });

  it('meets a value that is taken, and a full form', async () => {
    const form = await aSpamForm({ intake: { unique_by: 'email', max_submissions: 2 } });
    const [taken, other] = [
      await send(form, { email: 'A@B.example', _gotcha: 'x' }),
      await send(form, { email: 'c@b.example', _gotcha: 'x' }),
    ];
    await send(form, { email: 'a@b.EXAMPLE' });
    expectError(await act(form, taken, 'release'), 'duplicate_submission');
    await send(form, { email: 'd@b.example' });
    expectError(await act(form, other, 'release'), 'no_places_left');
    await set(form, { intake: { max_submissions: 3 } });
    expect((await act(form, other, 'release')).status).toBe(200);
    expectError(await submit(app.api, form, { email: 'c@b.example' }), 'duplicate_submission');
  });

  it('and spam need submissions:update, and find nothing of other accounts', async () => {
    const form = await aSpamForm();
    const id = await send(form, { text: 'x', _gotcha: 'x' });
    const reader = app.api.as(await app.key({ scopes: allScopesBut('submissions:update') }));
    const stranger = app.api.as((await app.stranger()).key);
    for (const action of ['release', 'spam']) {
      expectError(await reader.post(path(form, `/${id}/${action}`), undefined), 'insufficient_scope');
      expectError(await stranger.post(path(form, `/${id}/${action}`), undefined), 'resource_not_found');
    }
    expect(await heldIn(form)).toHaveLength(1);
  });
});

describe('spam', () => {
  it('holds an accepted submission, cancels its open run, and a release starts another one', async () => {
    const form = await aSpamForm({ intake: { unique_by: 'email' } });
    await aVersion(app.api, form, aDefinition([START, STORE], 'start>store'));
    const id = await send(form, { email: 'a@b.example' });
    await app.database.query(`update workflow_runs set status = 'pending', completed_at = null where submission_id = $1`, [id]);
    const marked = await act(form, id, 'spam');
    expect(marked.body.data).toMatchObject({
      state: 'quarantined',
      spam_reasons: [{ check: 'marked' }],
      released_at: null,
    });
    expect(await runsOf(id)).toEqual([{ status: 'cancelled', is_retry: false }]);
    expect(await reload(app.api, form)).toMatchObject({
      submissions_count: 0,
      unread_count: 0,
      latest_submission_at: null,
    });
    expect((await act(form, id, 'spam')).body.data).toMatchObject({ spam_reasons: [{ check: 'marked' }] });
    expect((await act(form, id, 'release')).body.data).toMatchObject({ state: 'accepted' });
    expect(await runsOf(id)).toEqual([{ status: 'cancelled', is_retry: false }, expect.objectContaining({ is_retry: true })]);
    expectError(await submit(app.api, form, { email: 'a@b.example' }), 'duplicate_submission');
  });
});

it('deletes what was held thirty days ago, and nothing else', async () => {
  const form = await aSpamForm();
  const [old, young] = [await send(form, { text: 'x', _gotcha: 'x' }), await send(form, { text: 'x', _gotcha: 'x' })];
  const accepted = await send(form, { text: 'x' });
  await app.database.query(`update submissions set received_at = received_at - interval '40 days' where id = $1`, [accepted]);
  await app.database.query(`update submissions set held_at = now() - interval '31 days' where id = $1`, [old]);
  await app.app.get(QuarantineService).purge();
  expect((await heldIn(form)).map(({ id }) => id)).toEqual([young]);
  expect((await storedIn(app.api, form)).map(({ id }) => id)).toEqual([accepted]);
});

it('deletes none that its owner releases meanwhile', async () => {
  const form = await aSpamForm();
  const ids = await Promise.all(Array.from({ length: 30 }, () => send(form, { text: 'x', _gotcha: 'x' })));
  await app.database.query(`update submissions set held_at = now() - interval '31 days' where id = any($1)`, [ids]);
  const [, ...answers] = await Promise.all([app.app.get(QuarantineService).purge(), ...ids.map((id) => act(form, id, 'release'))]);
  const released = ids.filter((_, index) => answers[index]!.status === 200);
  expect((await storedIn(app.api, form)).map(({ id }) => id).sort()).toEqual(released.sort());
  expect(await heldIn(form)).toEqual([]);
});

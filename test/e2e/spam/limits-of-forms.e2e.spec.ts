import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import { shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, etagOf, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { BROWSER, expectPage, hiddenIn } from '../../support/pages';
import { send } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const settings = async (form: CreatedForm, intake: object) =>
  app.api.patch(`/v1/forms/${form.id}/settings`, { intake }, { ifMatch: await etagOf(app.api, form) });

const aLimitedForm = async (intake: object = {}): Promise<CreatedForm> => {
  const form = await anEnabledForm(app.api, {
    fields: [
      { name: 'email', type: 'string', validation: 'email' },
      { name: 'day', type: 'string', options: ['Mon', 'Tue'] },
      { name: 'extras', type: 'array', options: ['Tea', 'Coffee'] },
      { name: 'active', type: 'boolean' },
    ],
  });
  expect((await settings(form, intake)).status).toBe(200);
  return form;
};

const FORM_POST = [
  ['Accept', BROWSER],
  ['Content-Type', 'application/x-www-form-urlencoded'],
] as const;

const schemaOf = (form: CreatedForm) => send('GET', `${app.api.baseUrl}/api/v1/forms/${form.id}/schema`);
const pageOf = (form: CreatedForm) => send('GET', `${app.api.baseUrl}/f/${form.id}`, [['Accept', BROWSER]]);
const postTo = (form: CreatedForm, body: string) => send('POST', `${app.api.baseUrl}/f/${form.id}`, FORM_POST, body);

describe('settings that cannot work', () => {
  it.each<[string, object, string]>([
    ['a unique field that does not exist', { unique_by: 'mail' }, 'intake.unique_by'],
    ['a unique field of another type', { unique_by: 'active' }, 'intake.unique_by'],
    ['places of a field that does not exist', { places: { room: { A: 1 } } }, 'intake.places.room.A'],
    ['places of a field without options', { places: { email: { A: 1 } } }, 'intake.places.email.A'],
    ['places of an option that does not exist', { places: { day: { Wed: 1 } } }, 'intake.places.day.Wed'],
    ['an end before its beginning', { opens_at: '2030-01-02T00:00:00Z', closes_at: '2030-01-01T00:00:00Z' }, 'intake.closes_at'],
    ['an end at its beginning', { opens_at: '2030-01-01T00:00:00Z', closes_at: '2030-01-01T00:00:00.9Z' }, 'intake.closes_at'],
  ])('are refused at their member: %s', async (_, intake, path) => {
    const form = await aLimitedForm();
    expectFieldErrors(await settings(form, intake), path);
  });

  it('are refused beside what is set already, and beside what is wrong in itself', async () => {
    const form = await aLimitedForm({ closes_at: '2030-01-01T00:00:00Z' });
    const opening = { opens_at: '2030-01-02T00:00:00Z' };
    expectFieldErrors(await settings(form, opening), 'intake.opens_at');
    expectFieldErrors(await settings(form, { ...opening, max_submissions: 'abc' }), 'intake.max_submissions', 'intake.opens_at');
  });

  it('become warnings when fields are deleted later', async () => {
    const form = await aLimitedForm({ unique_by: 'email', places: { day: { Mon: 1 } } });
    for (const { id } of form.fields.slice(0, 2))
      await app.api.delete(`/v1/forms/${form.id}/fields/${id}`, { ifMatch: await etagOf(app.api, form) });
    const { body } = await app.api.get(`/v1/forms/${form.id}/settings`);
    expect(body.data).toMatchObject({
      warnings: [
        expect.stringContaining('allowed_origins is empty'),
        expect.stringContaining('intake.unique_by is not used'),
        expect.stringContaining('intake.places.day.Mon is not used'),
      ],
    });
  });
});

describe('unique values', () => {
  it('are accepted once of 300 at a time, in whatever spelling, through three processes', async () => {
    const form = await aLimitedForm({ unique_by: 'email' });
    const processes = [app, await app.sibling(), await app.sibling()];
    const spelling = (n: number): string => (n % 2 ? ' Ada@Bücher.example' : `${n % 4 ? 'ADA' : 'ada'}@xn--bcher-kva.EXAMPLE`);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) => untilServed(() => submit(processes[n % 3]!.api, form, { email: spelling(n).trim() }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 'duplicate_submission');
      expect(answer.body.error!.details).toEqual({});
    }
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('are claimed by what is there, and freed by a deletion', async () => {
    const form = await aLimitedForm();
    for (const email of ['a@b.example', 'A@B.example', 'c@d.example']) await submit(app.api, form, { email });
    await settings(form, { unique_by: 'email' });
    const attempt = (email: string) => submit(app.api, form, { email });
    expectError(await attempt('a@b.example'), 'duplicate_submission');
    const ids = (await storedIn(app.api, form)).filter(({ fields }) => /^a/i.test(fields['email'] as string)).map(({ id }) => id);
    await app.api.delete(`/v1/forms/${form.id}/submissions/${ids[1]}`);
    expectError(await attempt('a@b.example'), 'duplicate_submission');
    await app.api.delete(`/v1/forms/${form.id}/submissions/${ids[0]}`);
    expect((await attempt('a@b.example')).status).toBe(201);
  });

  it('are thanked for without being stored, again under the same key', async () => {
    const form = await aLimitedForm({ unique_by: 'email', on_duplicate: 'thank' });
    await submit(app.api, form, { email: 'a@b.example' });
    const again = () => submit(app.api, form, { email: 'a@b.example' }, { 'idempotency-key': 'k' });
    const first = await again();
    expect(first.status).toBe(201);
    expect((await again()).body.data).toEqual(first.body.data);
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });
});

describe('places', () => {
  it('are taken thirty times of 500 at a time, through three processes, and never more', async () => {
    const form = await aLimitedForm({ places: { day: { Mon: 30 } } });
    const processes = [app, await app.sibling(), await app.sibling()];
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        untilServed(() => submit(processes[n % 3]!.api, form, { day: 'Mon', email: `a${n}@b.example` })),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectError(answer, 'no_places_left');
      expect(answer.body.error!.details).toEqual({ day: ['No places are left for Mon.'] });
    }
    const [row] = await app.database.query('select count(*)::int as count from submissions where form_id = $1', [form.id]);
    expect(row).toEqual({ count: 30 });
    expect((await submit(app.api, form, { day: 'Tue' })).status).toBe(201);
  });

  it('count what is there when they are set, and come back with a deletion', async () => {
    const form = await aLimitedForm();
    for (const extras of [['Tea', 'Coffee'], ['Tea']]) await submit(app.api, form, { extras });
    await settings(form, { places: { extras: { Tea: 2, Coffee: 2 } } });
    expect(JSON.parse((await schemaOf(form)).text)).toMatchObject({
      data: { places_left: { extras: { Tea: 0, Coffee: 1 } } },
    });
    expectError(await submit(app.api, form, { extras: ['Coffee', 'Tea'] }), 'no_places_left');
    const [newest] = await storedIn(app.api, form);
    await app.api.delete(`/v1/forms/${form.id}/submissions/${newest!.id}`);
    expect((await submit(app.api, form, { extras: ['Coffee', 'Tea'] })).status).toBe(201);
  });

  it('of the form are counted, and a key that was used before is answered when it is full', async () => {
    const form = await aLimitedForm({ max_submissions: 1 });
    const first = await submit(app.api, form, { day: 'Mon' }, { 'idempotency-key': 'k' });
    const schema = await schemaOf(form);
    expect(schema.headers['cache-control']).toBe('public, max-age=2');
    expect(JSON.parse(schema.text)).toMatchObject({ data: { submissions_left: 0 } });
    expectError(await submit(app.api, form, { day: 'Mon' }), 'no_places_left');
    expect((await submit(app.api, form, { day: 'Mon' }, { 'idempotency-key': 'k' })).body.data).toEqual(first.body.data);
  });
});

describe('hours', () => {
  it.each([
    ['before', { opens_at: '2999-01-01T00:00:00.5Z' }, 'This form is not open yet'],
    ['after', { closes_at: '2020-01-01T00:00:00Z' }, 'This form is closed'],
  ])('refuse what comes %s them, even if it has errors, but not a key that was used', async (_, hours, title) => {
    const form = await aLimitedForm();
    const first = await submit(app.api, form, { day: 'Mon' }, { 'idempotency-key': 'k' });
    await settings(form, hours);
    const times = { opens_at: null, closes_at: null, ...hours };
    const refused = await submit(app.api, form, { email: 'x' });
    expectError(refused, 'form_closed');
    expect(refused.body.error!.details).toEqual(
      Object.fromEntries(Object.entries(times).map(([name, at]) => [name, at && new Date(at.replace('.5', '')).toISOString()])),
    );
    expect((await submit(app.api, form, { day: 'Mon' }, { 'idempotency-key': 'k' })).body.data).toEqual(first.body.data);
    expectPage(await pageOf(form), 200, title);
    expectPage(await postTo(form, 'day=Mon&_nonce=too-old'), 403, 'This form does not take answers at this time');
    expect((await schemaOf(form)).status).toBe(200);
  });
});

describe('the hosted page', () => {
  it('shows a full option as one that cannot be chosen, and a full form as full', async () => {
    const form = await aLimitedForm({ max_submissions: 2, places: { day: { Mon: 1 }, extras: { Tea: 1 } } });
    await submit(app.api, form, { day: 'Mon', extras: ['Tea'] });
    const page = await pageOf(form);
    expectPage(page, 200, '(full)');
    expect(page.text).toMatch(/value="Mon" disabled>/);
    expect(page.text).not.toMatch(/value="Tue" disabled>/);
    await submit(app.api, form, { n: 1 });
    expectPage(await pageOf(form), 200, 'All places are taken');
  });

  it('is shown again with status 409 and every value when a place went meanwhile', async () => {
    const form = await aLimitedForm({ unique_by: 'email', places: { day: { Mon: 1 } } });
    const hidden = hiddenIn((await pageOf(form)).text);
    await submit(app.api, form, { day: 'Mon', email: 'a@b.example' });
    const post = (email: string, day: string) => postTo(form, new URLSearchParams([...hidden, ['email', email], ['day', day]]).toString());
    expectPage(await post('c@b.example', 'Mon'), 409, 'This option is full', 'value="c@b.example"');
    expectPage(await post('A@b.example', 'Tue'), 409, 'Your answers were received before', 'value="A@b.example"');
    expect((await post('c@b.example', 'Tue')).status).toBe(303);
  });
});

it('a form from a website that meets a full option is answered with a page that keeps its values', async () => {
  const form = await aLimitedForm({ places: { day: { Mon: 0 } } });
  const answer = await send(
    'POST',
    `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`,
    [...FORM_POST],
    new URLSearchParams({ day: 'Mon', email: 'a@b.example' }).toString(),
  );
  expectPage(answer, 409, 'This option is full', 'value="a@b.example"');
});

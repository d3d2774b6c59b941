import { expectFieldErrors } from '../../support/api';
import { shareApp, type TestApp } from '../../support/app';
import { submitParts } from '../../support/files';
import { anEnabledForm, type CreatedForm, reload, setSettings, submit } from '../../support/forms';
import { nonceFor, storedIn, submitPairs, URLENCODED } from '../../support/intake';
import { BROWSER, expectPage } from '../../support/pages';
import { type HeaderLine, send } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'email', type: 'string', validation: 'email' },
];
const aContactForm = (members: object = {}): Promise<CreatedForm> => anEnabledForm(app.api, { fields: FIELDS, ...members });
const idOf = ({ body }: { body: { data: unknown } }) => (body.data as { id: string }).id;
const path = (form: CreatedForm, rest = ''): string => `/v1/forms/${form.id}/submissions${rest}`;

describe('values of names that no field has', () => {
  it('are kept beside the fields by a form that validates, as they were sent, and told to the sender', async () => {
    const form = await aContactForm();
    const others = { phone: '+49 30 1', age: 36, consent: true, empty: '', nothing: null, deep: { a: [1] }, _csrf: 'x' };
    const answer = await submit(app.api, form, { name: 'Ada', ...others });
    expect(answer.body.data).toMatchObject({ ignored_fields: Object.keys(others) });
    expect((await storedIn(app.api, form))[0]).toMatchObject({ fields: { name: 'Ada' }, other_values: others });
    expect((await app.api.get(path(form, `/${idOf(answer)}`))).body.data).toMatchObject({ other_values: others });
    const { body } = await app.api.get<{ submission: object }[]>(`/v1/forms/${form.id}/changes`);
    expect(body.data[0]!.submission).toMatchObject({ other_values: others });
  });

  it('are all that a form without fields keeps', async () => {
    const form = await anEnabledForm(app.api, { fields: [] });
    await submit(app.api, form, { email: 'ada@example.com', message: 'Hello' });
    const [stored] = await storedIn(app.api, form);
    expect(stored).toMatchObject({ fields: {}, other_values: { email: 'ada@example.com', message: 'Hello' } });
  });

  it('are texts and lists of texts from forms, in both encodings alike', async () => {
    const form = await aContactForm();
    const pairs: [string, string][] = [
      ['name', 'Ada'],
      ['phone', '1'],
      ['left_empty', ''],
      ['tags[1]', 'b'],
      ['tags[0]', 'a'],
      ['one[]', 'x'],
      ['address[city]', 'London'],
      ['x[1000]', 'y'],
    ];
    await submitPairs(app.api, form, pairs);
    await submitParts(app.api, form, pairs);
    const expected = { phone: '1', tags: ['b', 'a'], one: ['x'], 'address[city]': 'London', 'x[1000]': 'y' };
    expect((await storedIn(app.api, form)).map(({ other_values: others }) => others)).toEqual([expected, expected]);
  });

  it('have no member where there are none', async () => {
    const form = await aContactForm();
    await submit(app.api, form, { name: 'Ada', _redirect: 'https://a.example' });
    expect((await storedIn(app.api, form))[0]).not.toHaveProperty('other_values');
  });

  it('are found by the search of the lists', async () => {
    const form = await aContactForm();
    const id = idOf(await submit(app.api, form, { name: 'Ada', company: 'Analytical Engines' }));
    await submit(app.api, form, { name: 'Grace' });
    const { body } = await app.api.get<{ id: string }[]>(path(form, '?search=engines'));
    expect(body.data.map((found) => found.id)).toEqual([id]);
    const everywhere = await app.api.get<{ id: string }[]>(`/v1/submissions?form=${form.id}&search=analytical`);
    expect(everywhere.body.data.map((found) => found.id)).toEqual([id]);
  });

  it('are looked at by the checks for links and repeated texts, when they come and afterwards', async () => {
    const form = await aContactForm();
    await setSettings(app.api, form, { spam: { links: 'quarantine', max_links: 0, repeated_text: 'quarantine' } });
    await submit(app.api, form, { name: 'Ada', website: 'https://spam.example' });
    for (let n = 0; n < 6; n += 1) await submit(app.api, form, { name: `Ada ${n}`, message: 'Buy cheap engines, today only!' });
    const { body } = await app.api.get<{ spam_reasons: { check: string }[] }[]>(path(form, '?state=quarantined'));
    expect(body.data.map(({ spam_reasons: reasons }) => reasons[0]!.check)).toEqual(['repeated_text', 'links']);
    const tried = await app.api.post<{ checks: Record<string, { held: number }> }>(`/v1/forms/${form.id}/spam/test`, {});
    expect(tried.body.data.checks).toMatchObject({ links: { held: 1 }, repeated_text: { held: 1 } });
  });

  it('are kept with a submission that is released', async () => {
    const form = await aContactForm();
    const id = idOf(await submit(app.api, form, { name: 'Ada', phone: '1', _gotcha: 'x' }));
    await app.api.post(path(form, `/${id}/release`), undefined);
    expect((await storedIn(app.api, form))[0]).toMatchObject({ id, other_values: { phone: '1' } });
  });

  it('are stored once when the request is repeated with its key', async () => {
    const form = await aContactForm();
    const headers = { 'idempotency-key': 'a-key-of-other-values' };
    const answers = [];
    for (let n = 0; n < 2; n += 1) answers.push(await submit(app.api, form, { name: 'Ada', phone: '1' }, headers));
    expect(answers[1]!.body.data).toEqual(answers[0]!.body.data);
    expect(answers[0]!.body.data).toMatchObject({ ignored_fields: ['phone'] });
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });
});

describe('_replyto', () => {
  it('is the value of the only field for e-mail addresses, and validated like it', async () => {
    const form = await aContactForm();
    const answer = await submitPairs(app.api, form, [
      ['name', 'Ada'],
      ['_replyto', 'ada@example.com'],
    ]);
    expect(answer.body.data).not.toHaveProperty('ignored_fields');
    expect((await storedIn(app.api, form))[0]).toMatchObject({ fields: { name: 'Ada', email: 'ada@example.com' } });
    expectFieldErrors(await submit(app.api, form, { _replyto: 'ada' }), 'email');
  });

  it('is the value of the field to whose address replies go, also where it is required', async () => {
    const fields = [...FIELDS, { name: 'contact', type: 'string', validation: 'email', required: true }];
    const form = await aContactForm({ fields });
    await setSettings(app.api, form, { notifications: { reply_to_field: 'contact' } });
    expect((await submit(app.api, form, { _replyto: 'ada@example.com' })).status).toBe(201);
    expect((await storedIn(app.api, form))[0]!.fields).toEqual({ contact: 'ada@example.com' });
  });

  it('is a name like any other where the field has a value, and without such a field', async () => {
    const form = await aContactForm();
    await submit(app.api, form, { email: 'ada@example.com', _replyto: 'grace@example.com' });
    expect((await storedIn(app.api, form))[0]).toMatchObject({
      fields: { email: 'ada@example.com' },
      other_values: { _replyto: 'grace@example.com' },
    });
    const other = await anEnabledForm(app.api, { fields: [] });
    await submit(app.api, other, { _replyto: 'ada@example.com' });
    expect((await storedIn(app.api, other))[0]).toMatchObject({ other_values: { _replyto: 'ada@example.com' } });
  });

  it('counts as the value by which submissions are told apart', async () => {
    const form = await aContactForm();
    await setSettings(app.api, form, { intake: { unique_by: 'email' } });
    await submit(app.api, form, { email: 'ada@example.com' });
    expect((await submit(app.api, form, { _replyto: 'ADA@example.com' })).body.error!.code).toBe('duplicate_submission');
  });
});

describe('names of other services', () => {
  it('are dropped and told by a form that validates', async () => {
    const form = await aContactForm();
    const settings = { 'form-name': 'contact', _subject: 'Hi', _captcha: 'false', 'cf-turnstile-response': 'x', 'bot-field': '' };
    const answer = await submit(app.api, form, { name: 'Ada', ...settings });
    expect(answer.body.data).toMatchObject({ ignored_fields: Object.keys(settings) });
    expect((await storedIn(app.api, form))[0]).not.toHaveProperty('other_values');
  });

  it('are stored like any name by a form that does not', async () => {
    const form = await aContactForm({ validate_fields: false });
    await submit(app.api, form, { name: 'Ada', _subject: 'Hi', 'form-name': 'contact', _cc: 'x' });
    expect((await storedIn(app.api, form))[0]!.fields).toEqual({ name: 'Ada', _subject: 'Hi', 'form-name': 'contact', _cc: 'x' });
  });

  it('include that of a honeypot', async () => {
    const form = await aContactForm();
    const id = idOf(await submitPairs(app.api, form, [['bot-field', 'x']]));
    expect((await app.api.get(path(form, `/${id}`))).body.data).toMatchObject({
      state: 'quarantined',
      spam_reasons: [{ check: 'honeypot' }],
    });
  });
});

describe('a submission with nothing in it', () => {
  it.each<[what: string, sent: object | [string, string][]]>([
    ['an empty object', {}],
    ['an empty body of a form', []],
    ['empty texts of unknown names', [['phone', ' ']]],
    ['null under an unknown name', { phone: null }],
    [
      'control fields and settings of other services',
      [
        ['_next', 'https://a.example'],
        ['_subject', 'Hi'],
      ],
    ],
  ])('is refused when it is %s', async (_, sent) => {
    const form = await aContactForm({ fields: [{ name: 'name', type: 'string', required: true }] });
    const answer = Array.isArray(sent) ? await submitPairs(app.api, form, sent) : await submit(app.api, form, sent);
    expect(answer.status).toBe(422);
    expect(answer.body.error).toMatchObject({ code: 'validation_failed', details: { body: ['Nothing was sent.'] } });
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('is refused by a form that does not validate, too', async () => {
    expectFieldErrors(await submit(app.api, await aContactForm({ validate_fields: false }), {}), 'body');
  });

  it.each([
    ['en', 'Nothing was sent.'],
    ['de', 'Es wurde nichts gesendet.'],
    ['fr', 'Rien n’a été envoyé.'],
    ['es', 'No se ha enviado nada.'],
  ])('is answered to a browser with a page (%s)', async (language, text) => {
    for (const form of [await aContactForm(), await anEnabledForm(app.api, { fields: [] })]) {
      const address = `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`;
      const headers: HeaderLine[] = [...Object.entries(URLENCODED), ['Accept', BROWSER], ['Accept-Language', language]];
      expectPage(await send('POST', address, headers, '_subject=Hi'), 422, text);
    }
  });

  it('is taken from the hosted page, which sends nothing for boxes that are not ticked', async () => {
    const form = await aContactForm();
    expect((await submitPairs(app.api, form, [['_nonce', nonceFor(app, form)]])).status).toBe(201);
  });

  it('is taken with the name of a field, from a server, and as that of a filled honeypot', async () => {
    const form = await aContactForm();
    expect((await submitPairs(app.api, form, [['name', '']])).status).toBe(201);
    expect((await submit(app.api, form, {}, { authorization: `Bearer ${form.submission_token}` })).status).toBe(201);
    expect((await submit(app.api, form, { _gotcha: 'x' })).status).toBe(201);
    expect((await reload(app.api, form)).submissions_count).toBe(2);
  });
});

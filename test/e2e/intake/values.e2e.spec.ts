import { v7 } from 'uuid';
import { expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm, submit } from '../../support/forms';
import { onlyFieldsIn, storedIn, submitPairs } from '../../support/intake';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const aFormWith = (...fields: object[]): Promise<CreatedForm> => anEnabledForm(app.api, { fields });
const field = (members: object) => ({ name: 'value', ...members });

describe('a value in JSON', () => {
  it.each<[object, unknown]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'number' }, -1.5],
    [{ type: 'boolean' }, false],
    [{ type: 'date' }, '2024-02-29'],
    [{ type: 'date' }, '2026-11-20T21:26:00+01:00'],
    [{ type: 'array' }, ['a', 1, { b: null }]],
    [{ type: 'string', validation: 'email' }, 'ada@example.com'],
    [{ type: 'string', validation: 'url' }, 'https://example.com/x'],
    [{ type: 'number', validation: 'integer' }, 7],
    [{ type: 'string', validation: 'integer' }, '7'],
    [{ type: 'string', options: ['s', 'm'] }, 'm'],
    [{ type: 'array', options: ['s', 'm'] }, ['m', 's']],
    [{ type: 'string', options: { any: 'thing' } }, 'free'],
    [{ type: 'string' }, ''],
    [{ type: 'string' }, ' a\u200b '],
    [{ type: 'string', validation: 'tel' }, '030/123456 ext. 12'],
    [{ type: 'string', validation: 'url' }, 'https://example.com/\u0645\u06cc\u200c\u062e'],
  ])('of a field %j is stored as it was sent: %j', async (members, value) => {
    const form = await aFormWith(field(members));
    expect((await submit(app.api, form, { value })).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ value });
  });

  it.each<[object, unknown, string]>([
    [{ type: 'string' }, 1, 'value'],
    [{ type: 'number' }, '1', 'value'],
    [{ type: 'boolean' }, 'true', 'value'],
    [{ type: 'date' }, '2026-02-29', 'value'],
    [{ type: 'date' }, '2026-11-20T21:26:00', 'value'],
    [{ type: 'array' }, 'a', 'value'],
    [{ type: 'string', validation: 'email' }, 'ada@', 'value'],
    [{ type: 'string', validation: 'url' }, 'javascript:alert(1)', 'value'],
    [{ type: 'string', validation: 'tel' }, 'call me', 'value'],
    [{ type: 'string', validation: 'ipv4' }, '1.2.3', 'value'],
    [{ type: 'string', validation: 'ipv6' }, '1.2.3.4', 'value'],
    [{ type: 'string', validation: 'uuid' }, 'no', 'value'],
    [{ type: 'string', validation: 'slug' }, 'No Slug', 'value'],
    [{ type: 'string', validation: 'hex_color' }, 'red', 'value'],
    [{ type: 'string', validation: 'alpha_numeric' }, 'a-b', 'value'],
    [{ type: 'number', validation: 'integer' }, 1.5, 'value'],
    [{ type: 'string', options: ['s', 'm'] }, 'l', 'value'],
    [{ type: 'array', options: ['s', 'm'] }, ['s', 'l'], 'value.1'],
    [{ type: 'string', required: true }, '', 'value'],
    [{ type: 'string', required: true }, null, 'value'],
    [{ type: 'string', required: true }, ' \t', 'value'],
    [{ type: 'string', required: true }, '\u200b\ufeff', 'value'],
    [{ type: 'array', required: true }, [], 'value'],
    [{ type: 'file' }, 'cv.pdf', 'value'],
  ])('of a field %j cannot be %j', async (members, value, path) => {
    const form = await aFormWith(field(members));
    expectFieldErrors(await submit(app.api, form, { value }), path);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it.each<[object, unknown, unknown]>([
    [{ type: 'string', validation: 'email' }, '\u202aada@exam\u00adple.com\u202c\r\n', 'ada@example.com'],
    [{ type: 'string', validation: 'email' }, 'ａｄａ＠example.com', 'ada@example.com'],
    [{ type: 'string', validation: 'email' }, 'ada@bücher.example\u202c\u2060', 'ada@bücher.example'],
    [{ type: 'string', validation: 'tel' }, ' ＋４９\u00a030 123456', '+49 30 123456'],
    [{ type: 'string', validation: 'url' }, '\ufeffhttps://example.com/a\u200bb ', 'https://example.com/ab'],
    [{ type: 'string', options: ['dark red', 'm'] }, ' dark  red', 'dark red'],
    [{ type: 'array', options: ['Café', 'm'] }, ['Cafe\u0301', 'm\n'], ['Café', 'm']],
  ])('of a field %j is repaired: %j becomes %j', async (members, sent, value) => {
    const form = await aFormWith(field(members));
    expect((await submit(app.api, form, { value: sent })).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ value });
  });

  it('may be missing or null for an optional field, and is not stored then', async () => {
    const form = await aFormWith(field({ type: 'number' }));
    expect((await submit(app.api, form, { value: null })).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({});
  });

  it('is reported together with all other errors, and no message repeats it', async () => {
    const form = await aFormWith(
      { name: 'name', type: 'string', required: true },
      { name: 'age', type: 'number' },
      { name: 'mail', type: 'string', validation: 'email' },
    );
    const answer = await submit(app.api, form, { age: 'canary-age', mail: 'canary-mail' });
    expectFieldErrors(answer, 'name', 'age', 'mail');
    expect(JSON.stringify(answer.body)).not.toContain('canary');
  });
});

describe('a text of a form encoding', () => {
  it.each<[object, string[], unknown]>([
    [{ type: 'string' }, [' a+b & c '], ' a+b & c '],
    [{ type: 'number' }, ['-0.50'], -0.5],
    [{ type: 'number' }, ['-0'], 0],
    [{ type: 'number' }, ['.5'], 0.5],
    [{ type: 'number' }, ['05'], 5],
    [{ type: 'number' }, [' 1e3 '], 1000],
    [{ type: 'number', validation: 'integer' }, ['1e3'], 1000],
    [{ type: 'number', validation: 'integer' }, ['5.0'], 5],
    [{ type: 'boolean' }, ['on'], true],
    [{ type: 'boolean' }, ['no'], false],
    [{ type: 'boolean' }, ['Checked'], true],
    [{ type: 'boolean' }, [' N '], false],
    [{ type: 'boolean' }, ['0', '1'], true],
    [{ type: 'boolean' }, ['off', 'on', 'off'], false],
    [{ type: 'array' }, ['a'], ['a']],
    [{ type: 'array' }, ['a', '', 'b'], ['a', 'b']],
    [{ type: 'date' }, ['2024-02-29'], '2024-02-29'],
    [{ type: 'string' }, ['', 'filled'], 'filled'],
  ])('is converted to the type of the field %j: %j becomes %j', async (members, texts, value) => {
    const form = await aFormWith(field(members));
    const pairs = texts.map((text): [string, string] => ['value', text]);
    expect((await submitPairs(app.api, form, pairs)).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ value });
  });

  it('is an entry of a list when its name ends in []', async () => {
    const form = await aFormWith(field({ type: 'array' }));
    expect((await submitPairs(app.api, form, [['value[]', 'a']])).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ value: ['a'] });
  });

  it('is treated as missing when it is empty', async () => {
    const optional = await aFormWith(field({ type: 'number' }));
    expect((await submitPairs(app.api, optional, [['value', '']])).status).toBe(201);
    expect(await onlyFieldsIn(app.api, optional)).toEqual({});
    const required = await aFormWith(field({ type: 'number', required: true }));
    expectFieldErrors(await submitPairs(app.api, required, [['value', '']]), 'value');
  });

  it.each<[object, ...string[]]>([
    [{ type: 'number' }, '+7'],
    [{ type: 'number', validation: 'integer' }, '1E-5'],
    [{ type: 'number' }, '1,5'],
    [{ type: 'number' }, 'Infinity'],
    [{ type: 'boolean' }, 'maybe'],
    [{ type: 'date' }, '20.11.2026'],
    [{ type: 'string' }, 'one', 'two'],
    [{ type: 'file' }, 'cv.pdf'],
  ])('cannot be converted to the type of the field %j: %s', async (members, ...texts) => {
    const form = await aFormWith(field(members));
    expectFieldErrors(
      await submitPairs(
        app.api,
        form,
        texts.map((text) => ['value', text]),
      ),
      'value',
    );
    expect(await storedIn(app.api, form)).toEqual([]);
  });
});

describe('the messages', () => {
  const fields = [
    { name: 'age', type: 'number', required: true },
    { name: 'mail', type: 'string', validation: 'email' },
  ];
  const ENGLISH = 'This field must be an e-mail address.';

  it('tell a visitor to write a number with a point', async () => {
    const answer = await submitPairs(app.api, await aFormWith(...fields), [['age', '1,5']]);
    expect(answer.body.error!.details).toEqual({ age: [expect.stringContaining('with a point')] });
  });

  it.each([
    ['de', 'Bitte prüfen Sie eine Angabe.', 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.'],
    ['fr-CH, fr;q=0.9, en;q=0.8', expect.any(String), 'Veuillez saisir une adresse e-mail, par exemple nom@example.com.'],
    ['ja, es;q=0.5', expect.any(String), 'Escriba una dirección de correo electrónico, por ejemplo nombre@example.com.'],
    ['en-GB, de;q=0.5', 'The request has invalid values.', ENGLISH],
    ['ja', 'The request has invalid values.', ENGLISH],
    ['', 'The request has invalid values.', ENGLISH],
  ])('are in the language that %s asks for', async (language, message, text) => {
    const form = await aFormWith(...fields);
    const answer = await submit(app.api, form, { age: 1, mail: 'ada' }, { 'accept-language': language });
    expectFieldErrors(answer, 'mail');
    expect(answer.body.error).toMatchObject({ message, details: { mail: [text] } });
    expect(answer.headers.vary).toBe('Origin, Accept-Language');
  });

  it.each<[what: string, body: string, headers: Record<string, string>]>([
    ['a body that cannot be read', '{"age":', { 'content-type': 'application/json' }],
    ['another encoding', '<a/>', { 'content-type': 'application/xml' }],
    ['a body that is too large', 'x'.repeat(300_000), { 'content-type': 'application/json' }],
    ['multipart without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
    ['another origin', '{}', { 'content-type': 'application/json', origin: 'https://other.example' }],
    ['an unfit key', '{"age":1}', { 'content-type': 'application/json', 'idempotency-key': 'a b' }],
    ['half of a character', '{"age":1,"mail":"\\ud800"}', { 'content-type': 'application/json' }],
  ])('are in the language of the visitor for %s', async (_, body, headers) => {
    const form = await anEnabledForm(app.api, { fields, allowed_origins: ['https://page.example'] });
    const from = { origin: 'https://page.example', ...headers };
    const inEnglish = (await submit(app.api, form, body, from)).body.error!;
    const answer = await submit(app.api, form, body, { ...from, 'accept-language': 'de' });
    expect(answer.body.error!.code).toBe(inEnglish.code);
    expect(answer.body.error!.message).toMatch(/^(?:Diese|Dieses|Ihre|Bitte) .*\.$/);
    expect(Object.keys(answer.body.error!.details)).toEqual(Object.keys(inEnglish.details));
    for (const text of Object.values(answer.body.error!.details).flat())
      expect(Object.values(inEnglish.details).flat()).not.toContain(text);
    expect(answer.headers.vary).toContain('Accept-Language');
  });

  it('are in the language of the visitor for a form that is not there, or is disabled', async () => {
    const disabled = await aForm(app.api, { fields });
    for (const id of [disabled.id, v7()]) {
      const answer = await submit(app.api, { id }, {}, { 'accept-language': 'de' });
      expect(answer.body.error!.message).toMatch(/^(?:Dieses Formular ist geschlossen|Hier gibt es kein Formular)\./);
    }
  });

  it('are in English for a program, which sends a token', async () => {
    const form = await aFormWith(...fields);
    const headers = { 'accept-language': 'de', 'x-submission-token': form.submission_token };
    const answer = await submit(app.api, form, { age: 1, mail: 'ada' }, headers);
    expect(answer.body.error).toMatchObject({ message: 'The request has invalid values.', details: { mail: [ENGLISH] } });
    const unknown = await submit(app.api, form, {}, { ...headers, 'x-submission-token': 'fst_no' });
    expect(unknown.body.error!.message).toBe('The submission token is not valid for this form.');
  });
});

describe('an unknown name', () => {
  const sent = { value: 'kept', Submit: 'Send', 'g-recaptcha-response': 'x', 'a[b]': 'c', _csrf: 'y', _redirect: 'z' };

  it('is kept beside the fields and listed, except for control fields, and settings of other services, which are listed only', async () => {
    const form = await aFormWith(field({ type: 'string' }));
    for (const answer of [await submit(app.api, form, sent), await submitPairs(app.api, form, Object.entries(sent))]) {
      expect(answer.status).toBe(201);
      expect(answer.body.data).toMatchObject({ ignored_fields: ['Submit', 'g-recaptcha-response', 'a[b]', '_csrf'] });
    }
    const others = { Submit: 'Send', 'a[b]': 'c', _csrf: 'y' };
    const kept = (await storedIn(app.api, form)).map(({ fields, other_values }) => ({ fields, other_values }));
    expect(kept).toEqual(Array.from({ length: 2 }, () => ({ fields: { value: 'kept' }, other_values: others })));
  });

  it('is not listed when there was none', async () => {
    const form = await aFormWith(field({ type: 'string' }));
    expect((await submit(app.api, form, { value: 'x', _next: 'y' })).body.data).not.toHaveProperty('ignored_fields');
    expect((await storedIn(app.api, form))[0]).not.toHaveProperty('other_values');
  });

  it('is stored, except for control fields, when the form does not validate', async () => {
    const form = await anEnabledForm(app.api, { validate_fields: false });
    const { _redirect, ...kept } = sent;
    const answer = await submitPairs(app.api, form, Object.entries(sent));
    expect(answer.body.data).not.toHaveProperty('ignored_fields');
    expect(await onlyFieldsIn(app.api, form)).toEqual(kept);
  });
});

describe('a form that does not validate', () => {
  it('stores JSON values regardless of the fields', async () => {
    const fields = [
      { name: 'age', type: 'number', required: true },
      { name: 'mail', type: 'string', validation: 'email' },
    ];
    const form = await anEnabledForm(app.api, { validate_fields: false, fields });
    const sent = { mail: 7, extra: { deep: [null, true] } };
    expect((await submit(app.api, form, sent)).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual(sent);
  });

  it('stores the texts of a form encoding unchanged', async () => {
    const form = await anEnabledForm(app.api, { validate_fields: false, fields: [{ name: 'age', type: 'number' }] });
    await submitPairs(app.api, form, [
      ['age', '007'],
      ['size', 's'],
      ['size', ''],
      ['tag[]', 'one'],
    ]);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ age: '007', size: ['s', ''], tag: ['one'] });
  });

  it.each(['constructor', 'prototype', '__proto__'])('refuses the name %s', async (name) => {
    const form = await anEnabledForm(app.api, { validate_fields: false });
    expectFieldErrors(await submitPairs(app.api, form, [[name, 'x']]), name);
  });
});

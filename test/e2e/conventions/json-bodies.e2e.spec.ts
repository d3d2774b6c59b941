import { API_ERRORS } from '../../../src/api/errors/api-error';
import { expectError, expectFieldErrors } from '../../support/api';
import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm } from '../../support/forms';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
  form = await aForm(app.api);
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };

const formPath = () => `/v1/forms/${form.id}`;

/** Sends a raw body to the edit of a form. */
const patch = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Promise<Answer> =>
  app.api.patch(formPath(), body, { ifMatch: '*', headers });

/** Sends raw JSON as the options of a new field, which accept any JSON. */
const withOptions = (options: string): Promise<Answer> =>
  app.api.post('/v1/forms', formText(`[{"name":"a","type":"string","options":${options}}]`), { headers: JSON_TYPE });

const formText = (fields: string): string => `{"name":"x","validate_fields":true,"notifications_enabled":true,"fields":${fields}}`;

describe('400', () => {
  it.each<[string, string | Buffer]>([
    ['nothing where something is needed', ''],
    ['white space alone', ' \n'],
    ['half an object', '{"name":"x"'],
    ['a comma too many', '{"name":"x",}'],
    ['single quotes', "{'name':'x'}"],
    ['a comment', '{"name":"x"/**/}'],
    ['two values', '{}{}'],
    ['NaN', '{"name":NaN}'],
    ['a number with a leading zero', '{"name":01}'],
    ['a raw line end in a text', '{"name":"a\nb"}'],
    ['bytes that are not UTF-8', Buffer.from('{"name":"\xff"}', 'latin1')],
    ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
    ['the same name twice', '{"name":"a","name":"b"}'],
    ['the same name twice, once escaped', '{"name":"a","n\\u0061me":"b"}'],
    ['the same name twice deep inside', '{"x":[{"y":{"a":1,"a":1}}]}'],
    ['__proto__', '{"__proto__":{"polluted":true}}'],
    ['__proto__ in escapes', '{"\\u005f_proto__":{"polluted":true}}'],
    ['__proto__ deep inside', '{"a":[{"b":{"__proto__":null}}]}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['33 levels', '['.repeat(33) + ']'.repeat(33)],
    ['200 000 levels', '['.repeat(200_000)],
    ['more than 50 000 tokens', `{"a":[${'1,'.repeat(25_000)}1]}`],
  ])('refuses %s', async (_, body) => {
    const answer = await patch(body);
    expectError(answer, 'malformed_request');
    expect(answer.body.error!.details).toEqual({});
    expect(answer.body.error!.message).not.toBe(API_ERRORS.malformed_request[1]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('never repeats the body', async () => {
    expect(JSON.stringify((await patch('{"name": canary}')).body)).not.toContain('canary');
  });
});

describe('422', () => {
  it.each(['[]', '[{}]', '"text"', '7', 'true', 'null'])('refuses %s at the root', async (body) => {
    expectFieldErrors(await patch(body), 'body');
  });

  it.each<[string, string, string]>([
    ['U+0000 in a text', '{"name":"a\\u0000b"}', 'name'],
    ['half a surrogate pair in a text', '{"name":"\\ud800"}', 'name'],
    ['surrogates in the wrong order', '{"name":"\\udc00\\ud800"}', 'name'],
    ['U+0000 in a name', '{"a\\u0000":1}', 'body'],
    ['a number beyond doubles', '{"name":1e400}', 'name'],
    ['an integer that would be rounded', '{"name":9007199254740993}', 'name'],
  ])('refuses %s', async (_, body, error) => {
    expectFieldErrors(await patch(body), error);
  });

  it.each<[string, string, string]>([
    ['U+0000 in a text', '{"a":["x\\u0000"]}', 'fields.0.options.a.0'],
    ['half a surrogate pair in a name', '{"a":{"\\ud83d":1}}', 'fields.0.options.a'],
    ['a number beyond doubles', '{"a":-1e999}', 'fields.0.options.a'],
    ['an integer that would be rounded', '{"a":{"b":12345678901234567890}}', 'fields.0.options.a.b'],
  ])('refuses nested text: %s', async (_, options, error) => {
    expectFieldErrors(await withOptions(options), error);
  });

  it('truncates long unknown names in paths', async () => {
    const answer = await patch(JSON.stringify({ ['x'.repeat(100_000)]: 1 }));
    expectError(answer, 'validation_failed');
    expect(JSON.stringify(answer.body).length).toBeLessThan(1000);
  });
});

describe('unusual but storable JSON', () => {
  it('is stored as it was sent', async () => {
    const options = '{"a":1.5e3,"":[null,true,"\\ud83d\\ude00\\u0001"],"toString":{"constructor":1},"n":-9007199254740991}';
    const answer = await withOptions(options);
    expect(answer.status).toBe(201);
    expect(answer.body.data.fields[0].options).toEqual(JSON.parse(options));
  });

  it('reads -0 as 0', async () => {
    const answer = await withOptions('{"zero":-0,"list":[-0.0]}');
    expect(answer.body.data.fields[0].options).toEqual({ zero: 0, list: [0] });
  });

  it('may begin with a byte order mark', async () => {
    expect((await patch('\ufeff{}')).status).toBe(200);
  });

  it('may be nested 32 levels deep where free JSON is accepted', async () => {
    expectFieldErrors(await patch(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`), 'a');
  });
});

import { request as httpRequest } from 'node:http';
import type { Answer } from '../../support/api';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { onlyFieldsIn, SENTENCE, storedIn, textsOf, URLENCODED } from '../../support/intake';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, { validate_fields: false });
});
afterAll(() => app.close());

const LIMIT = 256 * 1024;
const as = (type: string, body: string | Buffer, headers = {}): Promise<Answer> =>
  submit(app.api, form, body, { 'content-type': type, ...headers });
const asJson = (body: string | Buffer) => as('application/json', body);
const asForm = (body: string | Buffer) => as(URLENCODED['content-type'], body);

const MULTIPART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nü\r\n--b--\r\n';

/** JSON of exactly this number of bytes, without a field above its own limit. */
function jsonOf(bytes: number): string {
  const values = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`f${n}`, 'x'.repeat(50 * 1024)]));
  const missing = bytes - JSON.stringify({ ...values, rest: '' }).length;
  return JSON.stringify({ ...values, rest: 'x'.repeat(missing) });
}

describe('201', () => {
  it.each([
    ['application/json', '{"a":"ü"}'],
    ['APPLICATION/JSON; Charset="UTF-8"', '{"a":"ü"}'],
    ['application/x-www-form-urlencoded', 'a=%C3%BC'],
    ['application/x-www-form-urlencoded; charset=utf-8', 'a=ü'],
    ['application/x-www-form-urlencoded; charset=unicode-1-1-utf-8', 'a=ü'],
    ['application/json; charset=utf8', '{"a":"ü"}'],
    ['multipart/form-data; charset=UTF8; boundary=b', MULTIPART],
  ])('reads %s', async (type, body) => {
    expect((await as(type, body)).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ a: 'ü' });
  });

  it('reads careless parameters of the type alike in every encoding', async () => {
    const careless = [
      '; charset= utf-8',
      ' ;\tCHARSET = "UTF-8" ;',
      ';;charset=utf-8; charset=latin1;',
      '; charset',
      '; x="a\\"b;c"',
      '; a = ; b',
    ];
    const encodings = [
      ['application/json', '{"a":"ü"}', ''],
      ['application/x-www-form-urlencoded', 'a=ü', ''],
      ['multipart/form-data', MULTIPART, '; boundary=b'],
      ['multipart/form-data', MULTIPART, ';Boundary= "b" ; boundary=c'],
    ] as const;
    for (const parameters of careless) {
      const answers = encodings.map(([type, body, boundary]) => as(`${type}${parameters}${boundary}`, body));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    }
    const stored = await storedIn(app.api, form);
    expect(stored.map(({ fields }) => fields)).toEqual(Array.from({ length: careless.length * encodings.length }, () => ({ a: 'ü' })));
  });

  it('reads the characters that browsers escape in names of multipart bodies, and no other', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a %22b%22%0D%0A%20c%"\r\n\r\n1\r\n--b--\r\n';
    expect((await as('multipart/form-data; boundary=b', part)).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ 'a "b"\r\n%20c%': '1' });
  });

  it('strips a byte order mark', async () => {
    expect((await asJson('\ufeff{"a":1}')).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ a: 1 });
  });

  it('accepts the fields as the body itself or as its only member "fields"', async () => {
    expect((await asJson('{"fields":{"a":1}}')).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({ a: 1 });
    expect((await asJson('{"fields":{"a":1},"b":2}')).status).toBe(201);
    expect((await storedIn(app.api, form))[0]!.fields).toEqual({ fields: { a: 1 }, b: 2 });
  });

  it('accepts a body of exactly 256 KiB', async () => {
    expect((await asJson(jsonOf(LIMIT))).status).toBe(201);
  });

  it('accepts an empty urlencoded body from a server when no field is required', async () => {
    const token = { 'x-submission-token': form.submission_token };
    expect((await as(URLENCODED['content-type'], '', token)).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual({});
  });

  it('stores names with a meaning in JavaScript like any other', async () => {
    const body = JSON.stringify({ hasOwnProperty: 1, toString: 'x', valueOf: {}, nested: { constructor: 'y' } });
    expect((await asJson(body)).status).toBe(201);
    expect(await onlyFieldsIn(app.api, form)).toEqual(JSON.parse(body));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('400', () => {
  it.each([
    ['broken JSON', '{"a":'],
    ['an empty body', ''],
    ['two members of one name', '{"a":1,"a":2}'],
    ['__proto__', '{"__proto__":{"polluted":1}}'],
    ['__proto__ in disguise', '{"\\u005f_proto__":{"polluted":1}}'],
    ['constructor.prototype', '{"a":{"constructor":{"prototype":{"polluted":1}}}}'],
    ['33 levels', '{"a":'.repeat(33) + '1' + '}'.repeat(33)],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
  ])('refuses JSON with %s', async (_, body) => {
    expectError(await asJson(body), 'malformed_request');
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it.each([
    ['a stray %', 'a=100%'],
    ['an escape that is none', 'a=%zz'],
    ['escapes that are not UTF-8', 'a=%ff'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff])],
  ])('refuses a form with %s', async (_, body) => {
    expectError(await asForm(body), 'malformed_request');
    expect(await storedIn(app.api, form)).toEqual([]);
  });
});

describe('413', () => {
  it('refuses a body of one byte more than 256 KiB', async () => {
    const answer = await asJson(jsonOf(LIMIT + 1));
    expectError(answer, 'payload_too_large');
    expect(answer.headers.connection).toBe('close');
  });

  it('refuses a body of unknown length as soon as it exceeds the limit', async () => {
    const url = `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(url, { method: 'POST', headers: URLENCODED, agent: false });
      request.on('error', reject).on('response', (response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      request.write('a='.padEnd(LIMIT + 1, 'x'));
    });
    expect(status).toBe(413);
    expect(await storedIn(app.api, form)).toEqual([]);
  });
});

describe('415', () => {
  it.each([
    'text/plain',
    'text/html',
    'application/xml',
    'application/merge-patch+json',
    'application/json; charset=iso-8859-1',
    'application/x-www-form-urlencoded; charset=utf-16',
    'json',
    '*/*',
  ])('refuses %s and names the accepted types', async (type) => {
    const answer = await as(type, '{"a":1}');
    expectError(answer, 'unsupported_media_type');
    expect(answer.headers.accept).toContain('application/json');
    expect(answer.headers.accept).toContain('application/x-www-form-urlencoded');
  });

  it.each([
    ['text/plain', 'It came as text/plain.'],
    ['Application/X-Yaml; a=b', 'It came as application/x-yaml.'],
    ['application/json; charset=iso-8859-1', 'It came as application/json with a charset other than UTF-8.'],
    ['json', 'It came with a malformed Content-Type.'],
    [`a/${'b'.repeat(500)}`, `It came as a/${'b'.repeat(78)}….`],
  ])('names the type that came: %s', async (type, sentence) => {
    const answer = await as(type, 'a: 1');
    expect(answer.body.error!.message).toMatch(/^Send the fields as /);
    expect(answer.body.error!.message.endsWith(sentence)).toBe(true);
  });

  it('refuses a body without a content type', async () => {
    const answer = await submit(app.api, form, '{"a":1}');
    expectError(answer, 'unsupported_media_type');
    expect(answer.body.error!.message).toBe(
      'The body is JSON. It came without a Content-Type. Send it with the header "Content-Type: application/json".',
    );
  });

  it.each(['gzip', 'deflate', 'br', 'gzip, identity', 'x-unknown'])('refuses the coding %s', async (coding) => {
    const answer = await as('application/json', '{"a":1}', { 'content-encoding': coding });
    expectError(answer, 'unsupported_media_type');
    expect(answer.headers['accept-encoding']).toBe('identity');
  });
});

describe('422', () => {
  it.each([
    ['null', 'null'],
    ['a list', '[{"a":1}]'],
    ['a text', '"a"'],
    ['a number', '1'],
  ])('refuses JSON that is %s', async (_, body) => {
    expectFieldErrors(await asJson(body), 'body');
  });

  it.each([
    ['U+0000 in a text', '{"a":{"b":["x","\\u0000"]}}', 'a.b.1'],
    ['U+0000 in a name', '{"a\\u0000":1}', 'body'],
    ['half of a surrogate pair', '{"a":"\\ud800"}', 'a'],
    ['a number beyond the doubles', '{"a":1e400}', 'a'],
    ['an integer that would be rounded', '{"a":9007199254740993}', 'a'],
    ['a name of 65 characters', `{"${'n'.repeat(65)}":1}`, 'n'.repeat(64)],
    ['a value of more than 64 KiB', `{"a":"${'x'.repeat(64 * 1024 + 1)}"}`, 'a'],
    ['201 fields', JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, n]))), 'body'],
  ])('names %s in JSON, in a sentence', async (_, body, path) => {
    const answer = await asJson(body);
    expectFieldErrors(answer, path);
    for (const text of textsOf(answer)) expect(text).toMatch(SENTENCE);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it.each([
    ['U+0000 in a text', 'a=x%00', 'a'],
    ['U+0000 in a name', 'a%00=x', 'body'],
    ['a value of more than 64 KiB', `a=${'x'.repeat(64 * 1024 + 1)}`, 'a'],
    ['201 fields', Array.from({ length: 201 }, (_, n) => `f${n}=1`).join('&'), 'body'],
    ['more pairs than any form has', 'a=1&'.repeat(1001), 'body'],
  ])('names %s in a form', async (_, body, path) => {
    expectFieldErrors(await asForm(body), path);
    expect(await storedIn(app.api, form)).toEqual([]);
  });
});

describe('JSON under another type', () => {
  const JSON_BODY = '{"message":"1+1=2 & 100%"}';
  it.each([
    ['application/x-www-form-urlencoded', JSON_BODY],
    ['application/x-www-form-urlencoded; charset=UTF-8', ` \n[${JSON_BODY}]\n`],
    ['application/x-www-form-urlencoded', encodeURIComponent(JSON_BODY)],
    ['text/plain;charset=UTF-8', JSON_BODY],
    ['text/plain', '[1]'],
    ['application/octet-stream', JSON_BODY],
  ])('is refused with the header to send (%s)', async (type, body) => {
    const answer = await as(type, body);
    expect(answer.status).toBe(415);
    expect(answer.body.error).toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining('"Content-Type: application/json"'),
    });
    expect(answer.body.error!.message).toContain(type.split(';')[0]);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('is told from a form that has a part of it, and from other texts', async () => {
    expect((await asForm('{"a":1}&b=2')).status).toBe(201);
    expect((await asForm('a={"b":1}')).status).toBe(201);
    expect((await as('text/plain', 'Hello')).body.error!.message).not.toContain('JSON');
    expect((await as('text/plain', '{'.repeat(300_000))).status).toBe(415);
  });
});

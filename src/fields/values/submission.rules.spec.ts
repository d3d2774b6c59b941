import { aReceivedFile } from '../../../test/support/files';
import type { FieldDefinition } from '../../forms/definition/field.types';
import { collectTexts } from './form-encoding.rules';
import type { SubmittedValues } from './submitted-fields.rules';
import { compileSubmissionRules } from './submission.rules';

const aField = (name: string, changes: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  label: null,
  type: 'string',
  required: false,
  options: null,
  validation: null,
  ...changes,
});

const json = (values: Record<string, unknown>): SubmittedValues => ({ encoding: 'json', values });
const form = (...pairs: [string, string][]): SubmittedValues => ({ encoding: 'urlencoded', form: collectTexts(pairs) });
const multipart = (files: string[], ...pairs: [string, string][]): SubmittedValues => ({
  encoding: 'multipart',
  form: collectTexts(pairs),
  files: files.map(aReceivedFile),
});

const NO_OTHERS = { otherValues: null, otherValuesDropped: null, ignoredFields: [], unmatchedNames: [] };

const CONTACT = [
  aField('email', { required: true, validation: 'email' }),
  aField('age', { type: 'number' }),
  aField('subscribe', { type: 'boolean' }),
  aField('birthday', { type: 'date' }),
  aField('tags', { type: 'array', options: ['red', 'green'] }),
  aField('cv', { type: 'file' }),
  aField('constructor'),
];
const EMAIL = { email: 'a@example.com' };
const SENT_EMAIL: [string, string] = ['email', 'a@example.com'];

const byRules = (sent: SubmittedValues, fields = CONTACT) => compileSubmissionRules(fields, true).validate(sent);
const asSent = (sent: SubmittedValues, fields = CONTACT) => compileSubmissionRules(fields, false).validate(sent);
const pathsOf = ({ errors }: { errors: { path: string }[] }) => errors.map((error) => error.path);

describe('a form that validates its fields', () => {
  it('stores JSON values as they are', () => {
    const values = {
      email: 'a@example.com',
      age: 7,
      subscribe: false,
      birthday: '2000-02-29',
      tags: ['red'],
      constructor: 'x',
    };
    expect(byRules(json(values))).toEqual({ values, fileFields: [], ...NO_OTHERS, errors: [] });
  });

  it("stores the texts of a form as values of the fields' types", () => {
    const sent = form(SENT_EMAIL, ['age', '7'], ['subscribe', 'on'], ['birthday', '2000-02-29'], ['tags[]', 'red']);
    expect(byRules(sent)).toEqual({
      values: { email: 'a@example.com', age: 7, subscribe: true, birthday: '2000-02-29', tags: ['red'] },
      fileFields: [],
      ...NO_OTHERS,
      errors: [],
    });
  });

  it.each<[what: string, sent: SubmittedValues]>([
    ['nothing', json({})],
    ['null', json({ email: null })],
    ['an empty text in JSON', json({ email: '' })],
    ['an empty text in a form', form(['email', ''])],
    ['what is only inherited', json(Object.create(EMAIL) as Record<string, unknown>)],
  ])('requires a value for a required field, and does not accept %s', (_, sent) => {
    expect(byRules(sent).errors).toEqual([{ path: 'email', message: 'This field is required.', reason: { code: 'required' } }]);
  });

  it.each<[what: string, field: FieldDefinition, sent: SubmittedValues]>([
    ['a list without entries', aField('f', { type: 'array', required: true }), json({ f: [] })],
    ['a list of empty texts', aField('f', { type: 'array', required: true }), form(['f', ''], ['f', ''])],
    ['a list of texts without anything to see', aField('f', { type: 'array', required: true }), json({ f: [' ', '\u200b'] })],
    ['a text of white space in JSON', aField('f', { required: true }), json({ f: ' \t\u00a0\n' })],
    ['a text of white space in a form', aField('f', { required: true }), form(['f', ' '])],
    ['a text of invisible characters', aField('f', { required: true }), json({ f: '\u200b\ufeff\u2060' })],
    ['a text of white space for an option', aField('f', { required: true, options: ['a'] }), form(['f', ' '])],
    ['a text of white space for a number', aField('f', { type: 'number', required: true }), json({ f: ' ' })],
    ['a blank for a number in a form', aField('f', { type: 'number', required: true }), form(['f', ' '])],
    ['a text of white space with a preset', aField('f', { required: true, validation: 'tel' }), form(['f', '\u00a0'])],
    ['a member that every object inherits', aField('constructor', { required: true }), json({})],
  ])('treats %s as missing', (_, field, sent) => {
    expect(byRules(sent, [field]).errors).toEqual([{ path: field.name, message: 'This field is required.', reason: { code: 'required' } }]);
  });

  it.each([
    ['false', aField('f', { type: 'boolean', required: true }), false],
    ['zero', aField('f', { type: 'number', required: true }), 0],
  ])('accepts %s as a value', (_, field, value) => {
    expect(byRules(json({ f: value }), [field])).toMatchObject({ values: { f: value }, errors: [] });
  });

  it('stores a text without a preset as it was sent, also one of white space', () => {
    for (const sent of [json({ f: ' \u200ba ' }), form(['f', ' \u200ba '])])
      expect(byRules(sent, [aField('f')]).values).toEqual({ f: ' \u200ba ' });
    expect(byRules(form(['f', ' ']), [aField('f')]).values).toEqual({ f: ' ' });
  });

  it.each<[what: string, sent: SubmittedValues, values: object]>([
    ['JSON', json({ mail: '\u202aada@example.com\u202c\n', tel: ' 030\u00a0123456', url: 'https://example.com ' }), {}],
    ['a form', form(['mail', '\u202aada@example.com\u202c\n'], ['tel', ' 030\u00a0123456'], ['url', 'https://example.com ']), {}],
    ['JSON, nothing to see', json({ mail: ' ', tel: '\u200b', url: '\t' }), { mail: '', tel: '', url: '' }],
  ])('repairs addresses and telephone numbers before it checks and stores them: %s', (_, sent, values) => {
    const fields = [aField('mail', { validation: 'email' }), aField('tel', { validation: 'tel' }), aField('url', { validation: 'url' })];
    const repaired = { mail: 'ada@example.com', tel: '030 123456', url: 'https://example.com' };
    expect(byRules(sent, fields)).toMatchObject({ values: { ...repaired, ...values }, errors: [] });
  });

  it('stores nothing for an address in a form in which nothing is to be seen', () => {
    expect(byRules(form(['f', ' \u200b']), [aField('f', { validation: 'email' })])).toMatchObject({ values: {}, errors: [] });
  });

  it.each<[what: string, options: string[], sent: SubmittedValues, stored: unknown]>([
    ['white space around it', ['a b', 'c'], form(['f', ' a b\n']), 'a b'],
    ['other white space within', ['a b', 'c'], json({ f: 'a \u00a0 b' }), 'a b'],
    ['another Unicode form', ['Café', 'c'], json({ f: 'Cafe\u0301' }), 'Café'],
    ['the white space with which it was defined before', [' a  b', 'c'], json({ f: ' a  b' }), ' a  b'],
    ['none of the white space with which it was defined before', [' a  b', 'c'], json({ f: 'a b' }), ' a  b'],
    ['the white space of one of two that differ in nothing else', ['a', 'a '], json({ f: 'a ' }), 'a '],
  ])('stores an option as it was defined that comes with %s', (_, options, sent, stored) => {
    expect(byRules(sent, [aField('f', { options })])).toMatchObject({ values: { f: stored }, errors: [] });
  });

  it('stores the options of a list as they were defined, and tells the others', () => {
    const field = aField('f', { type: 'array', options: ['red', 'dark green'] });
    const { values, errors } = byRules(json({ f: [' red', 'dark\tgreen', 'red'] }), [field]);
    expect({ values, errors }).toEqual({ values: { f: ['red', 'dark green', 'red'] }, errors: [] });
    expect(pathsOf(byRules(json({ f: ['red', 'Red', 7, null] }), [field]))).toEqual(['f.1', 'f.2', 'f.3']);
  });

  it('stores nothing for an optional field that is null or was left empty in a form', () => {
    expect(byRules(json({ ...EMAIL, age: null, birthday: null })).values).toEqual(EMAIL);
    expect(byRules(form(SENT_EMAIL, ['age', ''], ['birthday', ''], ['tags', ''])).values).toEqual(EMAIL);
  });

  it.each([
    ['a text with a preset', aField('f', { validation: 'email' })],
    ['a text with options', aField('f', { options: ['a'] })],
    ['a date', aField('f', { type: 'date' })],
    ['a number', aField('f', { type: 'number' })],
  ])('stores an empty JSON text for an optional field as sent: %s', (_, field) => {
    expect(byRules(json({ f: '' }), [field])).toMatchObject({ values: { f: '' }, errors: [] });
  });

  it.each([
    ['a number in a text', { age: '7' }, ['age']],
    ['a boolean in a text', { subscribe: 'true' }, ['subscribe']],
    ['a single entry for a list', { tags: 'red' }, ['tags']],
    ['an empty list for a number', { age: [] }, ['age']],
    ['several at once', { email: 'x', age: {}, tags: ['red', 'blue'], birthday: '2023-02-29' }, ['email', 'age', 'birthday', 'tags.1']],
  ])('refuses in JSON what has the wrong type or value: %s', (_, values, paths) => {
    expect(pathsOf(byRules(json({ ...EMAIL, ...values })))).toEqual(paths);
  });

  it.each<[pairs: [string, string][], paths: string[]]>([
    [[['age', 'seven']], ['age']],
    [
      [
        ['age', '1'],
        ['age', '2'],
      ],
      ['age'],
    ],
    [[['age', '9'.repeat(400)]], ['age']],
    [[['age', '9007199254740992']], ['age']],
    [[['subscribe', 'maybe']], ['subscribe']],
    [[['birthday', '2024-02-30']], ['birthday']],
    [
      [
        ['tags', 'red'],
        ['tags', 'blue'],
      ],
      ['tags.1'],
    ],
    [[['email', 'b@example.com']], ['email']],
  ])('refuses in a form %j', (pairs, paths) => {
    expect(pathsOf(byRules(form(SENT_EMAIL, ...pairs)))).toEqual(paths);
  });

  it('keeps values of unknown names beside the fields, and lists the names', () => {
    const names = ['submit', 'csrf', 'toString', 'a[b]', '_x'];
    const inJson = { submit: 1, csrf: null, toString: {}, 'a[b]': ['x'], _x: 'y' };
    const expected = { values: EMAIL, ignoredFields: names, unmatchedNames: names, errors: [] };
    expect(byRules(json({ ...inJson, ...EMAIL }))).toMatchObject({ ...expected, otherValues: inJson });
    const sent = form(['submit', ''], ['csrf', 'x'], SENT_EMAIL, ['toString', 'x'], ['toString', ''], ['a[b][]', 'x'], ['_x', 'y']);
    expect(byRules(sent)).toMatchObject({ ...expected, otherValues: { csrf: 'x', toString: ['x', ''], 'a[b]': ['x'], _x: 'y' } });
  });

  it('keeps values of unknown names beside refused ones, too', () => {
    expect(byRules(json({ email: 'x', phone: '1' }))).toMatchObject({ otherValues: { phone: '1' }, unmatchedNames: ['phone'] });
  });

  it('refuses a file at a name that the form does not have, so that nobody is thanked for a file that is dropped', () => {
    const { errors } = byRules(multipart(['csrf', 'toString', 'a[b]'], ['submit', ''], SENT_EMAIL));
    expect(errors.map(({ path, reason }) => [path, reason])).toEqual(
      ['csrf', 'toString', 'a[b]'].map((name) => [name, { code: 'file_without_field', filename: 'a.txt' }]),
    );
  });

  it('drops an empty file like a text', () => {
    const sent = multipart(['csrf'], SENT_EMAIL);
    const empty = { ...sent, files: [{ ...aReceivedFile('csrf'), size: 0 }] } as SubmittedValues;
    expect(byRules(empty)).toMatchObject({ errors: [], fileFields: [], ignoredFields: ['csrf'] });
  });

  it('lists an unknown name once when it came with a text and a file', () => {
    expect(byRules(multipart(['x'], SENT_EMAIL, ['x', '1'])).ignoredFields).toEqual(['x']);
  });

  it('lists all names that no field has, each by its first 64 characters', () => {
    const values = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${index}-${'x'.repeat(100)}`, 1]));
    const { ignoredFields } = byRules(json({ ...EMAIL, ...values }));
    expect(ignoredFields).toHaveLength(150);
    expect(ignoredFields[0]).toBe(`0-${'x'.repeat(62)}`);
  });

  it('neither stores nor lists control names', () => {
    const controls: [string, string][] = [
      ...['_gotcha', '_redirect', '_next', '_altcha', '_nonce', '_key'],
      ...['$ACTION_ID_7f3a', '$ACTION_REF_1', '$ACTION_1:0', '$ACTION_KEY', '1_$ACTION_ID_7f3a', '_1_$ACTION_REF_1'],
    ].map((name) => [name, '1']);
    const expected = { values: EMAIL, ...NO_OTHERS, fileFields: [], errors: [] };
    expect(byRules(json({ ...EMAIL, ...Object.fromEntries(controls), _redirect: {} }))).toEqual(expected);
    expect(byRules(multipart(['_gotcha'], SENT_EMAIL, ...controls))).toEqual(expected);
  });

  it.each(['form-name', 'bot-field', '_subject', '_cc', '_webhook', 'g-recaptcha-response', 'cf-turnstile-response'])(
    'drops %s, a setting of other services, and lists it, but not as a difference between page and form',
    (name) => {
      expect(byRules(json({ ...EMAIL, [name]: 'x' }))).toMatchObject({
        otherValues: null,
        otherValuesDropped: null,
        ignoredFields: [name],
        unmatchedNames: [],
      });
      expect(asSent(json({ [name]: 'x' })).values).toEqual({ [name]: 'x' });
    },
  );

  it('neither keeps nor counts a name that the owner ignores, and lists it', () => {
    const { validate } = compileSubmissionRules(CONTACT, true, { ignoredNames: ['button'] });
    const validated = validate(json({ ...EMAIL, button: 'Send', phone: '1' }));
    expect(validated).toMatchObject({ otherValues: { phone: '1' }, ignoredFields: ['button', 'phone'], unmatchedNames: ['phone'] });
  });

  it.each(['constructor', 'prototype', '__proto__'])('does not keep a value under %s, and lists the name', (name) => {
    expect(byRules(form(SENT_EMAIL, [name, 'x']), [CONTACT[0]!])).toMatchObject({
      otherValues: null,
      otherValuesDropped: [name],
      ignoredFields: [name],
    });
  });
});

describe('a form that does not validate its fields', () => {
  it('stores JSON values as sent, under any name', () => {
    const values = {
      email: 'no address',
      age: 'x',
      subscribe: null,
      tags: 7,
      other: { deep: [1] },
      'a b[c]': '',
      ['ä'.repeat(64)]: 1,
    };
    expect(asSent(json(values))).toEqual({ values, fileFields: [], ...NO_OTHERS, errors: [] });
  });

  it('stores the texts of a form as sent, under any name', () => {
    const sent = form(['email', ''], ['age', '007'], ['tags[]', 'red'], ['other', 'a'], ['other', ''], ['a b[c]', 'x']);
    expect(asSent(sent)).toEqual({
      values: { email: '', age: '007', tags: ['red'], other: ['a', ''], 'a b[c]': 'x' },
      fileFields: [],
      ...NO_OTHERS,
      errors: [],
    });
  });

  it('drops control names, and no other names with an underscore', () => {
    const expected = { values: { a: '1', _x: '1' }, fileFields: [], ...NO_OTHERS, errors: [] };
    expect(asSent(json({ a: '1', _gotcha: '', _x: '1' }))).toEqual(expected);
    expect(asSent(multipart(['_gotcha'], ['a', '1'], ['_next', 'x'], ['_x', '1']))).toEqual(expected);
  });

  it.each([
    ['is longer than 64 characters', 'x'.repeat(65), 'x'.repeat(64)],
    ['is longer than 64 characters of two units', '😀'.repeat(65), '😀'.repeat(64)],
    ['could reach a prototype', 'prototype', 'prototype'],
    ['is that of a prototype', '__proto__', '__proto__'],
  ])('refuses a name that %s', (_, name, path) => {
    expect(pathsOf(asSent(json({ [name]: 1 })))).toEqual([path]);
    expect(pathsOf(asSent(form([name, '1'])))).toEqual([path]);
    expect(pathsOf(asSent(multipart([name])))).toEqual([path]);
  });

  it('refuses the name constructor unless it is a field of the form', () => {
    expect(asSent(json({ constructor: 'x' }))).toMatchObject({ values: { constructor: 'x' }, errors: [] });
    expect(pathsOf(asSent(json({ constructor: 'x' }), []))).toEqual(['constructor']);
  });

  it.each<[what: string, sent: SubmittedValues]>([
    ['a text in JSON', json({ x: 'ä'.repeat(32_769) })],
    ['a value that is no text', json({ x: { y: 'x'.repeat(65_536) } })],
    ['a text of a form', form(['x', 'x'.repeat(65_537)])],
    ['several texts of a form', form(['x', 'x'.repeat(40_000)], ['x', 'x'.repeat(40_000)])],
  ])('refuses a value of more than 64 KiB: %s', (_, sent) => {
    expect(pathsOf(asSent(sent))).toEqual(['x']);
  });
});

describe.each([true, false])('files, with field validation %s', (validateFields) => {
  const fields = [aField('cv', { type: 'file' }), aField('name')];
  const validate = (sent: SubmittedValues) => compileSubmissionRules(fields, validateFields).validate(sent);

  it('are stored for a file field and never appear among the values', () => {
    expect(validate(multipart(['cv'], ['name', 'Ann']))).toEqual({
      values: { name: 'Ann' },
      fileFields: ['cv'],
      ...NO_OTHERS,
      errors: [],
    });
  });

  it.each<[what: string, sent: SubmittedValues]>([
    ['JSON', json({ cv: 'cv.pdf' })],
    ['JSON as an object', json({ cv: { name: 'cv.pdf' } })],
    ['a urlencoded form', form(['cv', 'cv.pdf'])],
    ['a urlencoded form twice', form(['cv', 'a.pdf'], ['cv', 'b.pdf'])],
    ['a text part of multipart', multipart([], ['cv', 'cv.pdf'])],
    ['a text part beside the file', multipart(['cv'], ['cv', 'cv.pdf'])],
  ])('are refused when they come as %s', (_, sent) => {
    expect(validate(sent).errors).toEqual([
      { path: 'cv', message: expect.stringContaining('multipart/form-data'), reason: { code: 'not_file' } },
    ]);
  });

  it.each<[what: string, sent: SubmittedValues]>([
    ['null', json({ cv: null })],
    ['an empty text of a form', form(['cv', ''])],
    ['an empty text in JSON', json({ cv: '' })],
    ['nothing', form()],
  ])('may be left out, as %s', (_, sent) => {
    expect(validate(sent)).toEqual({ values: {}, fileFields: [], ...NO_OTHERS, errors: [] });
  });
});

describe('files by name', () => {
  const required = [aField('cv', { type: 'file', required: true }), aField('name')];

  it.each<[what: string, sent: SubmittedValues]>([
    ['JSON', json({})],
    ['JSON with null', json({ cv: null })],
    ['a urlencoded form', form(['cv', ''])],
    ['multipart', multipart([], ['name', 'Ann'])],
  ])('are missing in %s when the field is required', (_, sent) => {
    expect(byRules(sent, required).errors).toEqual([{ path: 'cv', message: 'This field is required.', reason: { code: 'required' } }]);
    expect(asSent(sent, required).errors).toEqual([]);
  });

  it('are refused for a field of another type where fields are validated, and kept where they are not', () => {
    expect(pathsOf(byRules(multipart(['cv', 'name']), required))).toEqual(['name']);
    expect(asSent(multipart(['cv', 'name', 'other']), required)).toMatchObject({
      fileFields: ['cv', 'name', 'other'],
      errors: [],
    });
  });
});

describe('any form', () => {
  it.each([
    [true, 1001],
    [false, 201],
  ])('validates no field of a submission with too many fields or with U+0000 (field validation %s)', (validates, length) => {
    const { validate } = compileSubmissionRules(CONTACT, validates);
    const many = Object.fromEntries(Array.from({ length }, (_, index) => [`n${index}`, 1]));
    expect(validate(json(many))).toMatchObject({ values: {}, ignoredFields: [], errors: [{ path: 'body' }] });
    expect(validate(form(['other', 'x\0']))).toMatchObject({
      values: {},
      ignoredFields: [],
      errors: [{ path: 'other' }],
    });
  });

  it.each([true, false])('returns values without a prototype (field validation %s)', (validates) => {
    expect(Object.getPrototypeOf(compileSubmissionRules(CONTACT, validates).validate(json(EMAIL)).values)).toBeNull();
  });
});

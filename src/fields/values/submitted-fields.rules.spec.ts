import { aReceivedFile } from '../../../test/support/files';
import { collectTexts } from './form-encoding.rules';
import { fieldMapOf, submittedFieldErrors, truncatedName, type SubmittedValues } from './submitted-fields.rules';

const urlencoded = (...pairs: [string, string][]): SubmittedValues => ({
  encoding: 'urlencoded',
  form: collectTexts(pairs),
});
const numbered = (count: number) => Array.from({ length: count }, (_, index): [string, string] => [`n${index}`, 'x']);

describe('the field map of a JSON body', () => {
  it.each([
    ['the body itself', { email: 'a' }, { email: 'a' }],
    ['the body itself when it is empty', {}, {}],
    ['what is inside fields', { fields: { email: 'a' } }, { email: 'a' }],
    ['what is inside fields, once', { fields: { fields: { email: 'a' } } }, { fields: { email: 'a' } }],
    ['empty when fields is empty', { fields: {} }, {}],
    ['the body itself when it has another member', { fields: { a: 1 }, email: 'a' }, { fields: { a: 1 }, email: 'a' }],
    ['the body itself when fields is a list', { fields: [1] }, { fields: [1] }],
    ['the body itself when fields is a text', { fields: 'a' }, { fields: 'a' }],
    ['the body itself when fields is null', { fields: null }, { fields: null }],
    ['the body itself when another member is an object', { data: { a: 1 } }, { data: { a: 1 } }],
  ])('is %s', (_, body, map) => {
    expect(fieldMapOf(body)).toEqual(map);
  });
});

describe('a submission', () => {
  it('has at most as many fields in JSON as its form takes', () => {
    const ofSize = (size: number): SubmittedValues => ({
      encoding: 'json',
      values: Object.fromEntries(numbered(size)),
    });
    expect(submittedFieldErrors(ofSize(200), 200)).toEqual([]);
    expect(submittedFieldErrors(ofSize(201), 200)).toMatchObject([{ path: 'body' }]);
  });

  it('has at most that many different names in a form encoding', () => {
    expect(submittedFieldErrors(urlencoded(...numbered(200), ['n0', 'again']), 200)).toEqual([]);
    expect(submittedFieldErrors(urlencoded(...numbered(201)), 200)).toMatchObject([{ path: 'body' }]);
  });

  it('has at most that many names, those of files included', () => {
    const form = collectTexts(numbered(200));
    expect(submittedFieldErrors({ encoding: 'multipart', form, files: [] }, 200)).toEqual([]);
    expect(submittedFieldErrors({ encoding: 'multipart', form, files: [aReceivedFile('cv')] }, 200)).toMatchObject([{ path: 'body' }]);
  });

  it.each([
    ['a text', urlencoded(['a', 'x\0'], ['b', 'y']), ['a']],
    ['one of several texts', urlencoded(['a', 'x'], ['a', '\0'], ['a', '\0']), ['a.1']],
    ['a name', urlencoded(['a\0', 'x']), ['body']],
    ['a text under a very long name', urlencoded(['a'.repeat(100), '\0']), ['a'.repeat(64)]],
  ])('is refused with U+0000 in %s', (_, sent, paths) => {
    expect(submittedFieldErrors(sent, 200).map((error) => error.path)).toEqual(paths);
  });
});

describe('a truncated name', () => {
  it.each([
    ['', ''],
    ['email', 'email'],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), 'a'.repeat(64)],
    ['😀'.repeat(64), '😀'.repeat(64)],
    [`a${'😀'.repeat(100)}`, `a${'😀'.repeat(63)}`],
    ['a'.repeat(200_000), 'a'.repeat(64)],
  ])('is whole or its first 64 characters (%#)', (name, truncated) => {
    expect(truncatedName(name)).toBe(truncated);
  });
});

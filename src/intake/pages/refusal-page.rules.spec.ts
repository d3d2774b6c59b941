import type { FieldDefinition } from '../../fields/field.types';
import { compileForm, type CompiledForm } from '../compiled-form';
import { collectTexts } from '../form-encoding.rules';
import { submissionError } from '../submission-error.rules';
import type { SubmittedFields } from '../submitted-fields.rules';
import { correctionOf, problemsOf, repetitionOf } from './refusal-page.rules';

const aField = (name: string, members: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  label: null,
  type: 'string',
  required: false,
  options: null,
  validation: null,
  ...members,
});

const aForm = (fields: FieldDefinition[], validateFields = true): CompiledForm =>
  compileForm({
    ...{ formId: 'f', revision: 1, name: 'Contact', isEnabled: true, tokenDigest: Buffer.alloc(32), retiredTokens: [] },
    ...{ allowedOrigins: [], settings: {}, validateFields, fields },
  });

const LIMITS = { maxFiles: 10, maxFileBytes: 1000 };

const urlencoded = (...pairs: [string, string][]): SubmittedFields => ({
  encoding: 'urlencoded',
  form: collectTexts(pairs),
});
const multipart = (files: string[], ...pairs: [string, string][]): SubmittedFields => ({
  encoding: 'multipart',
  form: collectTexts(pairs),
  files: files.map((field) => ({ field, filename: 'a.pdf', path: '/a', size: 1, sha256: Buffer.alloc(32) })),
});

const REQUIRED = { code: 'required' } as const;
const NOT_AN_OPTION = { code: 'not_an_option' } as const;

describe('correctionOf', () => {
  const fields = [aField('name', { required: true }), aField('tags', { type: 'array', options: ['a'] })];
  const form = aForm(fields);

  it('keeps the values and puts each message at its field, once for the entries of a list', () => {
    const errors = [
      submissionError('name', REQUIRED),
      submissionError('tags.0', NOT_AN_OPTION),
      submissionError('tags.2', NOT_AN_OPTION),
    ];
    const sent = urlencoded(['name', ''], ['tags[]', 'x'], ['tags[]', 'a'], ['tags[]', 'y']);
    expect(correctionOf(form, sent, errors, LIMITS)).toEqual({
      fields: [
        expect.objectContaining({ name: 'name', required: true, values: [''], messages: [REQUIRED] }),
        expect.objectContaining({ name: 'tags', values: ['x', 'a', 'y'], messages: [NOT_AN_OPTION] }),
      ],
      hiddenFields: [],
      needsFilesAgain: false,
    });
  });

  it('keeps control fields but those that the page writes itself, and leaves out names that are dropped anyway', () => {
    const sent = urlencoded(['_redirect', 'https://a.example'], ['_gotcha', ''], ['_nonce', 'old'], ['button', 'Send']);
    expect(correctionOf(form, sent, [], LIMITS)?.hiddenFields).toEqual([
      { name: '_redirect', value: 'https://a.example' },
    ]);
  });

  it('repeats the hidden input before a check box, so that an unticked box is still sent and never has to be ticked', () => {
    const consent = aForm([aField('consent', { type: 'boolean', required: true })]);
    const withHidden = correctionOf(consent, urlencoded(['consent', 'off'], ['consent', 'on']), [], LIMITS);
    expect(withHidden).toMatchObject({
      fields: [{ required: false }],
      hiddenFields: [{ name: 'consent', value: 'off' }],
    });
    const without = correctionOf(consent, urlencoded(['consent', 'on']), [], LIMITS);
    expect(without).toMatchObject({ fields: [{ required: true }], hiddenFields: [] });
  });

  it('asks for files again', () => {
    expect(correctionOf(form, multipart(['cv'], ['name', 'Ada']), [], LIMITS)).toMatchObject({ needsFilesAgain: true });
    expect(correctionOf(form, multipart([], ['name', 'Ada']), [], LIMITS)).toMatchObject({ needsFilesAgain: false });
  });

  it('shows no character that HTML cannot contain', () => {
    const corrected = correctionOf(form, urlencoded(['name', 'A\0da']), [], LIMITS);
    expect(corrected?.fields[0]).toMatchObject({ values: ['Ada'] });
  });

  it('is not offered where the visitor could not make it', () => {
    const sent = urlencoded(['name', 'Ada']);
    expect(correctionOf(form, sent, [submissionError('body', { code: 'null_character_in_name' })], LIMITS)).toBeNull();
    expect(correctionOf(form, sent, [submissionError('other', { code: 'null_character' })], LIMITS)).toBeNull();
    expect(correctionOf(aForm(fields, false), sent, [submissionError('name', REQUIRED)], LIMITS)).toBeNull();
    expect(
      correctionOf(form, { encoding: 'json', values: {} }, [submissionError('name', REQUIRED)], LIMITS),
    ).toBeNull();
  });
});

describe('repetitionOf', () => {
  it('repeats every text by its name, and no page token', () => {
    const sent = urlencoded(['b', '0'], ['b', '1'], ['tags[]', 'a'], ['_gotcha', ''], ['_nonce', 'old']);
    expect(repetitionOf(sent)).toEqual([
      { name: 'b', value: '0' },
      { name: 'b', value: '1' },
      { name: 'tags[]', value: 'a' },
      { name: '_gotcha', value: '' },
    ]);
  });

  it('is not possible with files', () => {
    expect(repetitionOf(multipart(['cv'], ['name', 'Ada']))).toBeNull();
    expect(repetitionOf(multipart([], ['name', 'Ada']))).toEqual([{ name: 'name', value: 'Ada' }]);
  });
});

it('problemsOf names fields by their label and the body not at all', () => {
  const form = aForm([aField('first_name'), aField('tags', { label: 'Your tags', type: 'array' })]);
  const paths = ['first_name', 'tags.3', 'elsewhere', 'body'];
  const problems = problemsOf(
    form,
    paths.map((path) => submissionError(path, REQUIRED)),
  );
  expect(problems.map(({ label }) => label)).toEqual(['First name', 'Your tags', 'elsewhere', null]);
});

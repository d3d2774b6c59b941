import type { FieldDefinition } from '../../forms/definition/field.types';
import { compileForm, type CompiledForm } from '../compiled-form';
import { ApiError } from '../../api/errors/api-error';
import { InvalidSubmission, UnreadableText } from '../intake-errors';
import { collectTexts } from '../../fields/values/form-encoding.rules';
import { submissionError, type SubmissionError } from '../../fields/values/submission-error.rules';
import type { SubmittedValues } from '../../fields/values/submitted-fields.rules';
import { formContent, isCorrectable, keptFields, problemsOf, repetitionOf } from './refusal-page';

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
    ...{ formId: 'f', accountId: 'a', revision: 1, name: 'Contact', isEnabled: true, accountTimeZone: null },
    ...{ tokenDigest: Buffer.alloc(32), retiredTokens: [] },
    ...{ allowedOrigins: [], settings: {}, validateFields, fields },
  });

const LIMITS = { maxFiles: 10, maxFileBytes: 1000 };

const urlencoded = (...pairs: [string, string][]): SubmittedValues => ({
  encoding: 'urlencoded',
  form: collectTexts(pairs),
});
const multipart = (files: string[], ...pairs: [string, string][]): SubmittedValues => ({
  encoding: 'multipart',
  form: collectTexts(pairs),
  files: files.map((field) => ({ field, filename: 'a.pdf', path: '/a', size: 1, sha256: Buffer.alloc(32) })),
});

const refused = (fields: SubmittedValues, ...errors: SubmissionError[]) => ({
  fields,
  error: new InvalidSubmission(errors),
});

const REQUIRED = { code: 'required' } as const;
const NOT_AN_OPTION = { code: 'not_an_option' } as const;

describe('the form', () => {
  it('offers the types of files that are accepted, which are all where values are not validated', () => {
    const fields = [aField('cv', { type: 'file', options: { accept: ['.pdf'] } })];
    const acceptOf = (form: CompiledForm) => formContent(form, null, LIMITS).fields[0]!.accept;
    expect(acceptOf(aForm(fields))).toEqual(['.pdf']);
    expect(acceptOf(aForm(fields, false))).toBeNull();
  });
});

describe('the form again', () => {
  const fields = [aField('name', { required: true }), aField('tags', { type: 'array', options: ['a'] })];
  const form = aForm(fields);

  it('keeps the values and puts each message at its field, once for the entries of a list', () => {
    const errors = [submissionError('name', REQUIRED), submissionError('tags.0', NOT_AN_OPTION), submissionError('tags.2', NOT_AN_OPTION)];
    const sent = urlencoded(['name', ''], ['tags[]', 'x'], ['tags[]', 'a'], ['tags[]', 'y']);
    expect(formContent(form, refused(sent, ...errors), LIMITS)).toEqual({
      fields: [
        expect.objectContaining({ name: 'name', required: true, values: [''], messages: [REQUIRED] }),
        expect.objectContaining({ name: 'tags', values: ['x', 'a', 'y'], messages: [NOT_AN_OPTION] }),
      ],
      messages: [],
      notices: [],
    });
    expect(keptFields(form, refused(sent, ...errors))).toEqual([]);
  });

  it('keeps values under other names and control fields but those that the page writes itself, and no settings of other services', () => {
    const controls: [string, string][] = [
      ['_redirect', 'https://a.example'],
      ['_gotcha', ''],
      ['_nonce', 'old'],
    ];
    const sent = urlencoded(...controls, ['_subject', 'Hi'], ['colour[]', 're\0d'], ['name', 'Ada']);
    expect(keptFields(form, refused(sent))).toEqual([
      { name: '_redirect', value: 'https://a.example' },
      { name: 'colour[]', value: 'red' },
    ]);
  });

  it('repeats the hidden input before a check box, so that an unticked box is still sent and never has to be ticked', () => {
    const consent = aForm([aField('consent', { type: 'boolean', required: true })]);
    const withHidden = refused(urlencoded(['consent', 'off'], ['consent', 'on']));
    expect(formContent(consent, withHidden, LIMITS).fields).toMatchObject([{ required: false }]);
    expect(keptFields(consent, withHidden)).toEqual([{ name: 'consent', value: 'off' }]);
    const without = refused(urlencoded(['consent', 'on']));
    expect(formContent(consent, without, LIMITS).fields).toMatchObject([{ required: true }]);
    expect(keptFields(consent, without)).toEqual([]);
  });

  it('asks for files again', () => {
    const noticesFor = (files: string[]) => formContent(form, refused(multipart(files, ['name', 'Ada'])), LIMITS).notices;
    expect(noticesFor(['cv'])).toEqual(['choose_files_again']);
    expect(noticesFor([])).toEqual([]);
  });

  it('shows no character that HTML cannot contain', () => {
    const { fields: shown } = formContent(form, refused(urlencoded(['name', 'A\0da'])), LIMITS);
    expect(shown[0]).toMatchObject({ values: ['Ada'] });
  });

  it('says above the form what is wrong at no field of it', () => {
    const errors = [
      submissionError('other', { code: 'null_character' }),
      submissionError('name', REQUIRED),
      submissionError('cv', { code: 'file_without_field', filename: 'a.pdf' }),
    ];
    expect(formContent(form, refused(urlencoded(['name', '']), ...errors), LIMITS).messages).toEqual([
      { code: 'null_character' },
      { code: 'file_without_field', filename: 'a.pdf' },
    ]);
  });

  it('is not offered where the visitor could not make it', () => {
    const sent = urlencoded(['name', 'Ada']);
    const error = new InvalidSubmission([submissionError('name', REQUIRED)]);
    expect(isCorrectable(form, sent, error)).toBe(true);
    expect(isCorrectable(form, sent, new UnreadableText(''))).toBe(true);
    expect(isCorrectable(form, sent, new ApiError('submission_quota_exceeded'))).toBe(true);
    expect(isCorrectable(form, sent, new ApiError('origin_not_allowed'))).toBe(false);
    expect(isCorrectable(aForm(fields, false), sent, error)).toBe(false);
    expect(isCorrectable(aForm([]), sent, error)).toBe(false);
    expect(isCorrectable(form, { encoding: 'json', values: {} }, error)).toBe(false);
  });
});

describe('repetitionOf', () => {
  const BUSY = new ApiError('service_unavailable');

  it('repeats every text by its name, and no page token', () => {
    const sent = urlencoded(['b', '0'], ['b', '1'], ['tags[]', 'a'], ['_gotcha', ''], ['_nonce', 'old']);
    expect(repetitionOf(sent, BUSY)).toEqual([
      { name: 'b', value: '0' },
      { name: 'b', value: '1' },
      { name: 'tags[]', value: 'a' },
      { name: '_gotcha', value: '' },
    ]);
  });

  it('is offered only where waiting helps', () => {
    expect(repetitionOf(urlencoded(['b', '0']), new ApiError('submission_quota_exceeded'))).toBeNull();
  });

  it('is not possible with files', () => {
    expect(repetitionOf(multipart(['cv'], ['name', 'Ada']), BUSY)).toBeNull();
    expect(repetitionOf(multipart([], ['name', 'Ada']), BUSY)).toEqual([{ name: 'name', value: 'Ada' }]);
  });
});

it('problemsOf names fields by their label and the body not at all', () => {
  const form = aForm([aField('first_name'), aField('tags', { label: 'Your tags', type: 'array' })]);
  const paths = ['first_name', 'tags.3', 'elsewhere', 'body', ''];
  const problems = problemsOf(form, new InvalidSubmission(paths.map((path) => submissionError(path, REQUIRED))));
  expect(problems.map(({ label }) => label)).toEqual(['First name', 'Your tags', 'elsewhere', null, null]);
});

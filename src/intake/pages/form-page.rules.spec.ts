import { formPageView, PAGE_TEXTS } from './form-page.rules';
import type { FormPageField, FormPageModel } from './page.types';

const FIELD: FormPageField = {
  ...{ name: 'field', label: null, type: 'string', required: true, options: null, preset: null },
  ...{ fullOptions: [], maxFiles: null, maxBytes: null, accept: null, values: [], messages: [] },
};
const PAGE: FormPageModel = {
  ...{
    language: 'en',
    styleSheet: '/style.css',
    buttonAction: null,
    action: '/',
    challenge: null,
    isFramed: false,
    title: 'Contact',
    intro: null,
    submitLabel: null,
  },
  ...{ fields: [], hiddenFields: [], notices: [], messages: [], widget: null },
};
const viewOf = (fields: Partial<FormPageField>[], members: Partial<FormPageModel> = {}) =>
  formPageView({ ...PAGE, ...members, fields: fields.map((field) => ({ ...FIELD, ...field })) }, PAGE_TEXTS.en);

describe('the view of a form page', () => {
  it('lists every problem in the order of the page, each with the control that it leads to', () => {
    const view = viewOf(
      [
        { name: 'email', label: 'E-mail', messages: [{ code: 'required' }] },
        { name: 'name' },
        { name: 'topic', options: ['a', 'b'], messages: [{ code: 'not_an_option' }] },
        { name: 'day', type: 'date', messages: [{ code: 'required' }] },
      ],
      { messages: [{ code: 'rate_limited' }] },
    );
    expect(view.problems.map(({ focusId, label }) => [focusId, label])).toEqual([
      [null, null],
      ['f0', 'E-mail'],
      ['f2-0', 'Topic'],
      ['f3-field', 'Day'],
    ]);
    expect(view.problemsHeading).toBe('Please check 3 answers');
  });

  it('says that nothing was sent when no single answer is to blame', () => {
    expect(viewOf([{}], { messages: [{ code: 'rate_limited' }] }).problemsHeading).toBe('Your answers have not been sent');
  });

  it('connects a control with its help and its messages', () => {
    const [plain, invalid, helped] = viewOf([
      {},
      { messages: [{ code: 'required' }] },
      { preset: 'slug', messages: [{ code: 'preset_not_met', preset: 'slug' }] },
    ]).fields;
    expect(plain!.describedBy).toBeNull();
    expect(invalid!.describedBy).toBe('f1-error');
    expect(helped!.describedBy).toBe('f2-help f2-error');
  });

  it.each([
    [{ type: 'string' }, 'Please fill in this field.'],
    [{ type: 'string', options: ['a'] }, 'Please choose an option.'],
    [{ type: 'array', options: ['a'] }, 'Please choose at least one option.'],
    [{ type: 'boolean' }, 'Please tick this box.'],
    [{ type: 'file' }, 'Please choose a file.'],
  ] as const)('asks for a missing value of %j in the words of its control', (members, sentence) => {
    const [field] = viewOf([{ ...(members as Partial<FormPageField>), messages: [{ code: 'required' }] }]).fields;
    expect(field!.errors).toEqual([sentence]);
  });

  it('shows the name of a field without a label as words', () => {
    expect(viewOf([{ name: 'first_name' }, { name: 'x', label: ' ' }]).fields.map(({ label }) => label)).toEqual(['First name', 'X']);
  });

  it('is multipart only with a file field', () => {
    expect(viewOf([{}]).isMultipart).toBe(false);
    expect(viewOf([{ type: 'file', maxFiles: 1, maxBytes: 1 }]).isMultipart).toBe(true);
  });
});

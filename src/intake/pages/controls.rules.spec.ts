import type { Control } from './control.types';
import { controlOf } from './controls.rules';
import type { FormPageField } from './page.types';
import { PAGE_TEXTS } from './form-page.rules';

const FIELD: FormPageField = {
  ...{ name: 'field', label: null, type: 'string', required: false, options: null, preset: null },
  ...{ fullOptions: [], maxFiles: null, maxBytes: null, accept: null, values: [], messages: [] },
};
const control = (members: Partial<FormPageField>): Control => controlOf({ ...FIELD, ...members }, 'f0', PAGE_TEXTS.en.form);
const list = (count: number): string[] => Array.from({ length: count }, (_, index) => `option ${index + 1}`);

describe('a text field', () => {
  it('is one line', () => {
    expect(control({ name: 'subject' })).toMatchObject({ template: 'text', type: 'text', hasSpellcheck: true });
  });

  it.each([
    [{ name: 'message' }],
    [{ name: 'your_message' }],
    [{ label: 'Deine Nachricht an uns' }],
    [{ label: 'Précisions' }],
    [{ label: 'Observaciones' }],
    [{ options: { multiline: true } }],
  ])('is several lines for %j', (members) => expect(control(members).template).toBe('textarea'));

  it.each([
    [{ name: 'message', options: { multiline: false } }],
    [{ name: 'message', preset: 'slug' as const }],
    [{ name: 'commentary' }],
    [{ label: 'Message', options: ['a', 'b'] }],
  ])('is not several lines for %j', (members) => expect(control(members).template).not.toBe('textarea'));

  it.each([
    ['email', { type: 'text', inputmode: 'email', autocomplete: 'email', hasSpellcheck: false }],
    ['url', { type: 'text', inputmode: 'url', autocomplete: 'url' }],
    ['tel', { type: 'tel', autocomplete: 'tel' }],
    ['integer', { type: 'text', inputmode: 'numeric' }],
    ['uuid', { type: 'text', hasSpellcheck: false, autocomplete: null }],
  ] as const)('with the preset %s has the input for it', (preset, expected) => expect(control({ preset })).toMatchObject(expected));

  it.each([
    ['name', 'name'],
    ['vorname', 'given-name'],
    ['apellidos', 'family-name'],
    ['plz', 'postal-code'],
    ['ville', 'address-level2'],
    ['phone', 'tel'],
    ['subject', null],
    ['constructor', null],
  ])('named %s is filled in by the browser as %s', (name, autocomplete) => expect(control({ name })).toMatchObject({ autocomplete }));
});

describe('a field with options', () => {
  it.each([1, 7])('is radio buttons for %i of them', (count) => {
    expect(control({ options: list(count), values: ['option 1'] })).toMatchObject({
      template: 'radios',
      choices: list(count).map((value, index) => ({ id: `f0-${index}`, value, isChosen: index === 0 })),
    });
  });

  it('shows an option as chosen that came with other white space, or in another Unicode form', () => {
    const choices = control({ options: ['Café  au lait', 'Tea'], values: [' Cafe\u0301 au lait\n'] });
    expect(choices).toMatchObject({ choices: [{ isChosen: true }, { isChosen: false }] });
  });

  it('is a list to choose from for more than seven', () => {
    expect(control({ options: list(8) }).template).toBe('select');
  });

  it('is check boxes when several can be chosen, which scroll when there are many', () => {
    const few = control({ type: 'array', options: list(7), values: ['option 2', 'option 7'] });
    expect(few).toMatchObject({ template: 'checkboxes', isLong: false });
    expect((few as Extract<Control, { choices: unknown }>).choices.map(({ isChosen }) => isChosen)).toEqual([
      ...[false, true, false, false, false, false, true],
    ]);
    expect(control({ type: 'array', options: list(200) })).toMatchObject({ template: 'checkboxes', isLong: true });
  });

  it('is free text when the list is empty, since no value could be sent', () => {
    expect(control({ options: [] }).template).toBe('text');
  });
});

describe('a list without options', () => {
  it('offers three inputs, and one more than there are values', () => {
    expect(control({ type: 'array' })).toMatchObject({ entries: [{ label: 'Entry 1' }, {}, {}] });
    const values = ['a', '', 'b', 'c'];
    expect(control({ type: 'array', values })).toMatchObject({
      entries: [{ value: 'a' }, { value: 'b' }, { value: 'c' }, { value: '' }],
    });
  });
});

describe('a number field', () => {
  it.each(['', '12', '-1.5', '.5', '05', '1e3'])('is native for %j', (value) =>
    expect(control({ type: 'number', values: [value] })).toMatchObject({ type: 'number', step: 'any', value }),
  );

  it.each(['twelve', '1,5', '1.', '--1', ' 1'])('keeps %j, which a native input would drop', (value) =>
    expect(control({ type: 'number', values: [value] })).toMatchObject({ type: 'text', value }),
  );

  it('takes whole numbers with the preset for them', () => {
    expect(control({ type: 'number', preset: 'integer' })).toMatchObject({ type: 'number', step: '1' });
  });
});

describe('a date field', () => {
  it.each(['', '2026-02-28'])('is native for %j', (value) =>
    expect(control({ type: 'date', values: [value] })).toMatchObject({ type: 'date', value }),
  );

  it.each(['2026-02-30', '28.2.2026', '2026-02-28T10:00:00Z'])('keeps %j, which a native input would drop', (value) =>
    expect(control({ type: 'date', values: [value] })).toMatchObject({ type: 'text', value }),
  );
});

describe('a yes or no field', () => {
  it.each(['true', '1', 'on', 'yes', 'TRUE', ' Checked '])('is checked for %s', (value) =>
    expect(control({ type: 'boolean', values: [value] })).toEqual({ template: 'checkbox', isChecked: true }),
  );

  it.each(['', 'false', 'off', 'maybe'])('is not checked for %j', (value) =>
    expect(control({ type: 'boolean', values: [value] })).toMatchObject({ isChecked: false }),
  );

  it('follows the last value, as the intake does', () => {
    expect(control({ type: 'boolean', values: ['0', '1', ''] })).toMatchObject({ isChecked: true });
    expect(control({ type: 'boolean', values: ['on', 'off'] })).toMatchObject({ isChecked: false });
  });
});

describe('a file field', () => {
  it('takes several files unless the form allows one only', () => {
    expect(control({ type: 'file', maxFiles: 3, accept: ['.jpg'] })).toEqual({
      template: 'file',
      accept: '.jpg,.jpeg,.jfif,.jpe,image/jpeg',
      isMultiple: true,
    });
    expect(control({ type: 'file', maxFiles: 1 })).toMatchObject({ accept: null, isMultiple: false });
  });
});

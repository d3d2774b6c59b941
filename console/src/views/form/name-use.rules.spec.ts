import { changeText } from './name-use.rules';

const BEFORE = { name: 'question', label: 'Question', required: false, options: null };
const DAYS = { name: 'days', label: null, required: false, options: ['Mon', 'Tue'] };
const USE = { submissions: 50, with_value: 34, options: [{ option: 'Mon', count: 12 }] };
const SENT = '34 of 50 submissions in the last 30 days sent';

it.each([
  ['becomes required', BEFORE, { required: true }, `${SENT} Question: the other 16 would have been refused.`],
  ['is new and required', undefined, { name: 'phone', required: true }, `${SENT} phone: the other 16 would have been refused.`],
  ['gets a check', BEFORE, { validation: 'email' }, `${SENT} Question: values that do not fit the new check are then refused.`],
  ['gets choices', BEFORE, { list: ['A'] }, `${SENT} Question: values that are none of its choices are then refused.`],
  ['loses a choice', DAYS, { list: ['Tue'] }, `${SENT} days: Mon was chosen 12 times, and is then refused.`],
  ['gets another name', BEFORE, { name: 'ask' }, `${SENT} Question: what pages send under the former name is then no field.`],
  ['loses a choice that nobody took', DAYS, { list: ['Mon'] }, null],
  ['loses its check', BEFORE, { validation: null }, null],
  ['stays required', { ...BEFORE, required: true }, { required: true }, null],
  ['is only labelled anew', BEFORE, { label: 'Ask' }, null],
])('a field that %s', (_, before, change, expected) => {
  expect(changeText(before, change, USE)).toBe(expected);
});

it('a form without submissions has nothing to ask', () => {
  expect(changeText(BEFORE, { required: true }, { ...USE, submissions: 0, with_value: 0 })).toBeNull();
});

it('a field that all have sent can be required', () => {
  expect(changeText(BEFORE, { required: true }, { ...USE, with_value: 50 })).toBeNull();
});

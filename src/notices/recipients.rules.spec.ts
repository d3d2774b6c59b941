import { NOTIFICATIONS } from './notice.types';
import { addressesIn, digestOf, recipientsOf } from './recipients.rules';

const NOTICE = { formId: 'form', about: [], subjects: [] };
const ADDRESSEES = { formRecipients: ['a@example.com', 'b@example.com'], accountEmail: 'boss@example.com' };

it('are the recipients of the form, or else the account', () => {
  expect(recipientsOf(NOTICE, ADDRESSEES)).toEqual(['a@example.com', 'b@example.com']);
  expect(recipientsOf(NOTICE, { ...ADDRESSEES, formRecipients: [] })).toEqual(['boss@example.com']);
  expect(recipientsOf({ ...NOTICE, formId: null }, ADDRESSEES)).toEqual(['boss@example.com']);
  expect(recipientsOf({ ...NOTICE, formId: null }, { ...ADDRESSEES, accountEmail: null })).toEqual([]);
});

it('are none that the notice is about, whatever the case of its letters', () => {
  const about = (...addresses: string[]) => ({ ...NOTICE, about: addresses.map(digestOf) });
  expect(recipientsOf(about('A@Example.com'), ADDRESSEES)).toEqual(['b@example.com']);
  expect(recipientsOf(about('a@example.com', 'b@example.com'), ADDRESSEES)).toEqual(['boss@example.com']);
  expect(recipientsOf(about('a@example.com', 'b@example.com', 'boss@example.com'), ADDRESSEES)).toEqual([]);
  expect(recipientsOf({ ...NOTICE, subjects: [NOTIFICATIONS] }, ADDRESSEES)).toEqual(['boss@example.com']);
  expect(recipientsOf({ ...NOTICE, subjects: [NOTIFICATIONS] }, { ...ADDRESSEES, formRecipients: [] })).toEqual([]);
});

it('of a mail step are read from lists, texts and beside templates', () => {
  expect(addressesIn(['a@example.com', '{{ submission.fields.email }}', 'B <b@example.com>'])).toEqual(['a@example.com', 'b@example.com']);
  expect(addressesIn(undefined)).toEqual([]);
});

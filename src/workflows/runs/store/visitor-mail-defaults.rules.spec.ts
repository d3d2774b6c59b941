import type { RunState } from '../../model/run-state.types';
import { type MailingForm, visitorMailDefaults } from './visitor-mail-defaults.rules';

const fields = { email: 'zoe@example.com', other: 'ann@example.com' };

function copyOf(settings: Omit<MailingForm, 'title' | 'notified'>, { isConfirmed = false, isTest = false } = {}) {
  const submission = { address_confirmed: isConfirmed } as RunState['submission'];
  const form = { title: null, notified: null, ...settings };
  const { submitted, copied_to } = visitorMailDefaults(form, { form: { id: '1', name: 'Contact' }, fields, submission }, isTest);
  return { submitted, copied_to };
}

const NO_COPY = { submitted: null, copied_to: null };
const CONFIRMED = { respondent: { address_field: 'email', confirm: 'require' as const } };

it('a copy goes to any address while the form asks for a proof', () => {
  expect(copyOf({ spam: { proof_of_work: 'require' } })).toEqual({ submitted: fields, copied_to: null });
  expect(copyOf({ spam: { proof_of_work: 'require' }, ...CONFIRMED })).toEqual({ submitted: fields, copied_to: null });
  expect(copyOf({ spam: { proof_of_work: 'auto' } })).toEqual(NO_COPY);
});

it('else it goes to the address that was confirmed, and nowhere before that', () => {
  expect(copyOf(CONFIRMED, { isConfirmed: true })).toEqual({ submitted: fields, copied_to: 'email' });
  expect(copyOf(CONFIRMED)).toEqual(NO_COPY);
  expect(copyOf({ respondent: { address_field: 'email', confirm: 'ask' } }, { isConfirmed: true })).toEqual(NO_COPY);
});

it('a test shows the copy that a confirmed submission would bring', () => {
  expect(copyOf(CONFIRMED, { isTest: true })).toEqual({ submitted: fields, copied_to: 'email' });
  expect(copyOf({}, { isTest: true })).toEqual(NO_COPY);
});

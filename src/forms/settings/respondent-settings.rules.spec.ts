import type { Confirmation } from './respondent-settings.dto';
import { confirmationOf, respondentErrors, respondentWarnings } from './respondent-settings.rules';

const field = (members: object = {}) => ({
  ...{ name: 'email', type: 'string' as const, required: true, preset: 'email' as const },
  ...members,
});
const form = (members: object = {}, validateFields = true) => ({ fields: [field(members)], validateFields });
const settings = (confirm: Confirmation, address_field: string | null = 'email') => ({ address_field, confirm });

const OPTIONAL = form({ required: false });
const LOOSE = form({}, false);
const LOST: [string, ReturnType<typeof form>][] = [
  ['is gone', form({ name: 'other' })],
  ['has another type', form({ type: 'array' })],
  ['has another preset', form({ preset: 'url' })],
  ['has no preset', form({ preset: null })],
];

it.each([
  ['nothing', settings('off'), form(), []],
  ['an address field alone', settings('off'), OPTIONAL, []],
  ['ask, with an optional field of a form that validates nothing', settings('ask'), form({ required: false }, false), []],
  ['require, with a required field', settings('require'), form(), []],
  ['require, with an optional field', settings('require'), OPTIONAL, ['respondent.confirm']],
  ['require, without validation', settings('require'), LOOSE, ['respondent.confirm']],
  ['ask, without a field', settings('ask', null), form(), ['respondent.address_field']],
  ['a field that the form does not have', settings('off', 'mail'), form(), ['respondent.address_field']],
])('a patch with %s is judged', (_, sent, references, paths) => {
  expect(respondentErrors(sent, sent, references).map(({ path }) => path)).toEqual(paths);
});

it('a patch of other sections is not refused for a field that was lost', () => {
  expect(respondentErrors(undefined, settings('require'), form({ name: 'other' }))).toEqual([]);
  expect(respondentErrors({ address_field: null }, settings('ask', null), form())).toMatchObject([{ path: 'respondent.address_field' }]);
});

it.each(LOST)('a field that %s turns the confirmation off, with a warning', (_, references) => {
  expect(confirmationOf(settings('require'), references)).toBeNull();
  expect(respondentWarnings(settings('require'), references)).toMatchObject([{ path: 'respondent.address_field' }]);
  expect(respondentWarnings(settings('off'), references)).toMatchObject([{ path: 'respondent.address_field' }]);
});

it.each([
  ['an optional field', OPTIONAL],
  ['a form that validates nothing', LOOSE],
])('with %s, require acts as ask, with a warning', (_, references) => {
  expect(confirmationOf(settings('require'), references)).toEqual({ field: 'email', level: 'ask' });
  expect(respondentWarnings(settings('require'), references)).toMatchObject([{ path: 'respondent.confirm' }]);
  expect(respondentWarnings(settings('ask'), references)).toEqual([]);
});

it('the settings have their effect with a field for addresses', () => {
  expect(confirmationOf(settings('off'), form())).toBeNull();
  expect(confirmationOf(settings('ask'), form())).toEqual({ field: 'email', level: 'ask' });
  expect(confirmationOf(settings('require'), form())).toEqual({ field: 'email', level: 'require' });
});

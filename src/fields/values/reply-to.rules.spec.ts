import { collectTexts } from './form-encoding.rules';
import { replyToFieldOf, withReplyTo } from './reply-to.rules';
import type { SubmittedValues } from './submitted-fields.rules';

const json = (values: Record<string, unknown>): SubmittedValues => ({ encoding: 'json', values });
const form = (...pairs: [string, string][]): SubmittedValues => ({ encoding: 'urlencoded', form: collectTexts(pairs) });

const field = (name: string, validation: 'email' | null = null) => ({ name, validation });

describe('the field of _replyto', () => {
  it.each([
    ['the one that the settings name', [field('contact'), field('email', 'email')], 'contact', 'contact'],
    ['the only one for e-mail addresses', [field('name'), field('email', 'email')], null, 'email'],
    ['the only one for e-mail addresses when the named one is gone', [field('email', 'email')], 'gone', 'email'],
    ['none of several for e-mail addresses', [field('email', 'email'), field('second', 'email')], null, null],
    ['none without one for e-mail addresses', [field('email')], null, null],
  ])('is %s', (_, fields, chosen, expected) => {
    expect(replyToFieldOf(fields, chosen)).toBe(expected);
  });
});

describe('_replyto', () => {
  it.each<[what: string, sent: SubmittedValues, named: SubmittedValues]>([
    ['JSON', json({ _replyto: 'a@b.example', name: 'Ada' }), json({ name: 'Ada', email: 'a@b.example' })],
    ['JSON where the field is empty', json({ email: '', _replyto: 'a@b.example' }), json({ email: 'a@b.example' })],
    ['JSON where the field is null', json({ email: null, _replyto: 'a@b.example' }), json({ email: 'a@b.example' })],
    ['a form', form(['_replyto', 'a@b.example']), form(['email', 'a@b.example'])],
    ['a form where the field is empty', form(['email', ' '], ['_replyto', 'a@b.example']), form(['email', 'a@b.example'])],
    ['a form as a list', form(['_replyto[]', 'a@b.example']), form(['email[]', 'a@b.example'])],
  ])('is the value of its field in %s', (_, sent, named) => {
    expect(withReplyTo(sent, 'email')).toEqual(named);
  });

  it.each<[what: string, sent: SubmittedValues, field: string | null]>([
    ['when the field has a value', json({ email: 'c@d.example', _replyto: 'a@b.example' }), 'email'],
    ['when it is empty', form(['_replyto', '']), 'email'],
    ['without a field', form(['_replyto', 'a@b.example']), null],
  ])('is a name like any other %s', (_, sent, field) => {
    expect(withReplyTo(sent, field)).toBe(sent);
  });
});

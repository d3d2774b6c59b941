import { isEmptySubmission, MAX_OTHER_BYTES, unknownValues } from './other-values.rules';
import { collectTexts } from './form-encoding.rules';
import { aReceivedFile } from '../../../test/support/files';
import type { SubmittedValues } from './submitted-fields.rules';

const json = (values: Record<string, unknown>): SubmittedValues => ({ encoding: 'json', values });
const form = (...pairs: [string, string][]): SubmittedValues => ({ encoding: 'urlencoded', form: collectTexts(pairs) });
const keptOf = (values: Record<string, unknown>) => unknownValues(Object.keys(values), new Set(), json(values)).otherValues;

describe('values of unknown names', () => {
  it('are kept up to 64 names', () => {
    const values = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`n${index}`, index]));
    expect(Object.keys(keptOf(values)!)).toEqual(Object.keys(values).slice(0, 64));
  });

  it('are kept under names of up to 64 characters, and all names are listed', () => {
    const [longest, longer] = ['😀'.repeat(64), '😀'.repeat(65)];
    const values = { [longest]: 1, [longer]: 2 };
    expect(unknownValues(Object.keys(values), new Set(), json(values))).toEqual({
      otherValues: { [longest]: 1 },
      ignoredFields: [longest, longest],
      unmatchedNames: [longest, longest],
    });
  });

  it('are kept up to 32 KiB together, in the order sent, where what does not fit makes room for what does', () => {
    const half = 'é'.repeat(MAX_OTHER_BYTES / 4 - 20);
    const kept = keptOf({ first: half, large: half.repeat(2), second: half, third: half, small: 1 });
    expect(Object.keys(kept!)).toEqual(['first', 'second', 'small']);
    const room = MAX_OTHER_BYTES - '{"a":""}'.length;
    expect(keptOf({ a: 'x'.repeat(room) })).not.toBeNull();
    expect(keptOf({ a: 'x'.repeat(room + 1) })).toBeNull();
  });
});

describe('a submission', () => {
  const fields = new Set(['email']);

  it.each<[what: string, sent: SubmittedValues]>([
    ['no name', json({})],
    ['no pair', form()],
    ['null', json({ other: null })],
    ['texts without a character that is seen', json({ other: ' \u200b\t' })],
    ['nothing inside of a list or an object', json({ other: [null, '', { deep: [] }] })],
    ['empty texts', form(['other', ''], ['list[]', ' '])],
    ['control fields', form(['_redirect', 'https://a.example'], ['_nonce', 'x'])],
    ['another input without a file', { encoding: 'multipart', form: collectTexts([]), files: [], emptyInputs: ['other'] }],
    ['settings of other services', form(['_subject', 'Hi'], ['form-name', 'contact'], ['g-recaptcha-response', 'x'])],
  ])('with %s is empty', (_, sent) => {
    expect(isEmptySubmission(sent, fields)).toBe(true);
  });

  it.each<[what: string, sent: SubmittedValues]>([
    ['a text', form(['other', 'x'])],
    ['false', json({ other: false })],
    ['zero', json({ other: 0 })],
    ['a text in a list', json({ other: [null, 'x'] })],
    ['the name of a field without a text', form(['email', ''])],
    ['null for a field', json({ email: null })],
    ['an input of a field without a file', { encoding: 'multipart', form: collectTexts([]), files: [], emptyInputs: ['email'] }],
    ['a file', { encoding: 'multipart', form: collectTexts([]), files: [aReceivedFile('cv')] }],
  ])('with %s is not empty', (_, sent) => {
    expect(isEmptySubmission(sent, fields)).toBe(false);
  });
});

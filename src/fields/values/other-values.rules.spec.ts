import fc from 'fast-check';
import { isEmptySubmission, MAX_OTHER_BYTES, OTHER_VALUES_DROPPED, unknownValues } from './other-values.rules';
import { collectTexts } from './form-encoding.rules';
import { aReceivedFile } from '../../../test/support/files';
import { isSettingOfOtherService } from './sent-names.rules';
import { type SubmittedValues, truncatedName } from './submitted-fields.rules';

const json = (values: Record<string, unknown>): SubmittedValues => ({ encoding: 'json', values });
const form = (...pairs: [string, string][]): SubmittedValues => ({ encoding: 'urlencoded', form: collectTexts(pairs) });
const keptOf = (values: Record<string, unknown>) => unknownValues(Object.keys(values), new Set(), json(values)).otherValues;

describe('values of unknown names', () => {
  it('are kept up to 200 names, and the others are named', () => {
    const values = Object.fromEntries(Array.from({ length: 203 }, (_, index) => [`n${index}`, index]));
    const { otherValues, otherValuesDropped } = unknownValues(Object.keys(values), new Set(), json(values));
    expect(Object.keys(otherValues!)).toEqual(Object.keys(values).slice(0, 200));
    expect(otherValuesDropped).toEqual(['n200', 'n201', 'n202']);
  });

  it('are kept under names of up to 255 characters, and longer names are told cut', () => {
    const [longest, longer] = ['😀'.repeat(255), '😀'.repeat(256)];
    const values = { [longest]: 1, [longer]: 2 };
    expect(unknownValues(Object.keys(values), new Set(), json(values))).toEqual({
      otherValues: { [longest]: 1 },
      otherValuesDropped: [longest],
      ignoredFields: ['😀'.repeat(64), '😀'.repeat(64)],
      unmatchedNames: ['😀'.repeat(64), '😀'.repeat(64)],
    });
  });

  it('are kept up to 64 KiB together, in the order sent, where what does not fit is named and makes room for what does', () => {
    const half = 'é'.repeat(MAX_OTHER_BYTES / 4 - 20);
    const values = { first: half, large: half.repeat(2), second: half, third: half, small: 1 };
    const { otherValues, otherValuesDropped } = unknownValues(Object.keys(values), new Set(), json(values));
    expect(Object.keys(otherValues!)).toEqual(['first', 'second', 'small']);
    expect(otherValuesDropped).toEqual(['large', 'third']);
    const room = MAX_OTHER_BYTES - '{"a":""}'.length;
    expect(keptOf({ a: 'x'.repeat(room) })).not.toBeNull();
    expect(keptOf({ a: 'x'.repeat(room + 1) })).toBeNull();
  });

  it('are named where their name would harm who copies it, or is that of the names', () => {
    const sent = form(['constructor', 'x'], ['__proto__', 'y'], [OTHER_VALUES_DROPPED, 'z'], ['a', '1']);
    expect(unknownValues(['constructor', '__proto__', OTHER_VALUES_DROPPED, 'a'], new Set(), sent)).toMatchObject({
      otherValues: { a: '1' },
      otherValuesDropped: ['constructor', '__proto__', OTHER_VALUES_DROPPED],
    });
  });

  it('are each kept or named, and together within the limits, whatever is sent', () => {
    const name = fc.oneof(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ unit: 'grapheme', minLength: 60, maxLength: 300 }));
    const value = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.integer(),
      fc.nat(40_000).map((length) => 'é'.repeat(length)),
      fc.array(fc.string()),
    );
    const bodies = fc.uniqueArray(fc.tuple(name, value), { minLength: 1, maxLength: 300, selector: ([each]) => each });
    fc.assert(
      fc.property(bodies, (pairs) => {
        const values = Object.assign(
          Object.create(null) as Record<string, unknown>,
          Object.fromEntries(pairs.filter(([each]) => !isSettingOfOtherService(each))),
        );
        const names = Object.keys(values);
        const { otherValues, otherValuesDropped } = unknownValues(names, new Set(), json(values));
        const kept = Object.keys(otherValues ?? {});
        const dropped = otherValuesDropped ?? [];
        expect(kept.length + dropped.length).toBe(names.length);
        for (const each of names) expect(kept.includes(each) || dropped.includes(truncatedName(each, 255))).toBe(true);
        for (const each of kept) expect(otherValues![each]).toBe(values[each]);
        expect(kept.length).toBeLessThanOrEqual(200);
        expect(Buffer.byteLength(JSON.stringify(otherValues ?? {}))).toBeLessThanOrEqual(MAX_OTHER_BYTES);
      }),
    );
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

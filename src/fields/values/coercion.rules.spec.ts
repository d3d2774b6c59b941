import fc from 'fast-check';
import { FIELD_TYPES } from '../../forms/definition/field.types';
import { coerceTexts } from './coercion.rules';

describe('texts of a form', () => {
  it.each([
    ['string', ['x'], 'x'],
    ['string', [' x '], ' x '],
    ['string', ['', 'x'], 'x'],
    ['number', ['0'], 0],
    ['number', ['-0'], 0],
    ['number', ['42'], 42],
    ['number', ['-1.50'], -1.5],
    ['number', ['0.1'], 0.1],
    ['number', ['.5'], 0.5],
    ['number', ['-.5'], -0.5],
    ['number', ['05'], 5],
    ['number', ['007'], 7],
    ['number', ['1e3'], 1000],
    ['number', ['1E-5'], 0.00001],
    ['number', ['-1.5e+2'], -150],
    ['number', ['.5E1'], 5],
    ['number', [' 1.5 '], 1.5],
    ['number', ['\t1\n'], 1],
    ['number', ['\u00a01'], 1],
    ['boolean', ['true'], true],
    ['boolean', ['1'], true],
    ['boolean', ['on'], true],
    ['boolean', ['yes'], true],
    ['boolean', ['TRUE'], true],
    ['boolean', ['On'], true],
    ['boolean', [' Yes '], true],
    ['boolean', ['y'], true],
    ['boolean', ['Y'], true],
    ['boolean', ['checked'], true],
    ['boolean', ['false'], false],
    ['boolean', ['0'], false],
    ['boolean', ['off'], false],
    ['boolean', ['no'], false],
    ['boolean', ['FALSE'], false],
    ['boolean', ['No'], false],
    ['boolean', ['n'], false],
    ['boolean', ['N\n'], false],
    ['boolean', ['0', '  '], false],
    ['boolean', ['0', '1'], true],
    ['boolean', ['off', 'on'], true],
    ['boolean', ['false', 'true', 'false'], false],
    ['boolean', ['', 'yes'], true],
    ['date', ['2024-02-30'], '2024-02-30'],
    ['array', ['a'], ['a']],
    ['array', ['a', 'b', 'a'], ['a', 'b', 'a']],
    ['array', ['', 'a', ''], ['a']],
  ] as const)('of a %s field, %j, become %j', (type, texts, value) => {
    expect(coerceTexts(type, texts)).toEqual({ value });
  });

  it.each(FIELD_TYPES)('of a %s field count as absent when all are empty', (type) => {
    expect([coerceTexts(type, []), coerceTexts(type, ['']), coerceTexts(type, ['', ''])]).toEqual([null, null, null]);
  });

  it.each(['number', 'boolean'] as const)('of a %s field count as absent when they are blank', (type) => {
    expect(coerceTexts(type, [' ', '\t'])).toBeNull();
  });

  it.each([
    ['\u0661\u0662\u066b\u0665', 12.5],
    ['\u2212\u06f3', -3],
    ['\u096a\u0968', 42],
    ['\u200f\u0667\u200f', 7],
    ['\uff0d\uff11\uff0e\uff15', -1.5],
    ['\u{1d7d9}\u{1d7d8}', 10],
  ])('are numbers with the digits of every script: %j', (text, value) => {
    expect(coerceTexts('number', [text])).toEqual({ value });
  });

  it.each([
    ...['\u0661\u066c\u0660\u0660\u0660', '\uff11\uff0c\uff15'].map((text) => ['number', [text], 'number_with_comma'] as const),
    ...[
      '+1',
      '1.',
      '.',
      '-',
      '- 1',
      '--1',
      'e3',
      '1e',
      '1e1.5',
      '0x1',
      '1 000',
      '1.2.3',
      'NaN',
      'Infinity',
      '\u2460',
      '1\u066b',
      '1_000',
      ',',
    ].map((text) => ['number', [text], 'not_number'] as const),
    ...['1,5', '1.234,5', '1,234.5', ',5', '1,', ' 1,5 '].map((text) => ['number', [text], 'number_with_comma'] as const),
    ...['2', 'yess', 'null', 'ja', 't', 'f', 'tr ue', 'constructor'].map((text) => ['boolean', [text], 'not_boolean'] as const),
    ['boolean', ['1', 'maybe'], 'not_boolean'],
    ['string', ['a', 'b'], 'one_value_only'],
    ['number', ['1', '2'], 'one_value_only'],
    ['date', ['2024-01-01', '2024-01-01'], 'one_value_only'],
  ] as const)('of a %s field cannot be %j: %s', (type, texts, code) => {
    expect(coerceTexts(type, texts)).toEqual({ error: { code } });
  });

  it('gives a formatted number back', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (number) => {
        expect(coerceTexts('number', [String(number)])).toEqual({ value: number + 0 });
      }),
    );
  });

  it('gives every safe integer back', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(coerceTexts('number', [String(number)])).toEqual({ value: number });
      }),
    );
  });
});

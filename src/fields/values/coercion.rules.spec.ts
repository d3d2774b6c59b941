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
    ['boolean', ['true'], true],
    ['boolean', ['1'], true],
    ['boolean', ['on'], true],
    ['boolean', ['yes'], true],
    ['boolean', ['false'], false],
    ['boolean', ['0'], false],
    ['boolean', ['off'], false],
    ['boolean', ['no'], false],
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

  it.each([
    ...['+1', '01', '-01', '1.', '.5', '-', '1e3', '0x1', '1,5', '1 000', ' 1', '1\n', '1.2.3', 'NaN', 'Infinity', '１'].map(
      (text) => ['number', [text], 'not_number'] as const,
    ),
    ...['True', 'TRUE', 'y', '2', 'checked', ' true', 'null'].map((text) => ['boolean', [text], 'not_boolean'] as const),
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
        fc.pre(!String(number).includes('e'));
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

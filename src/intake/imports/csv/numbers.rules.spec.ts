import { type DecimalMark, markIn, plainNumber } from './numbers.rules';

const read = (text: string, hasDecimalComma: boolean, ...marks: DecimalMark[]) =>
  plainNumber(text, { hasDecimalComma, marks: new Set(marks) });

describe('a number of a spreadsheet', () => {
  it.each([
    ['3,5', '3.5'],
    ['-3,5', '-3.5'],
    ['−3,5', '-3.5'],
    ['0,123', '0.123'],
    [',5', '.5'],
    ['1,5E+10', '1.5E+10'],
    ['3.5', '3.5'],
    ['12', '12'],
    ['1.234,5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
    ['1\u202f234\u202f567', '1234567'],
    ["1'234.5", '1234.5'],
    ['1’234’567.25', '1234567.25'],
    ['1,234.5', '1234.5'],
    ['1,234', '1.234'],
    ['3 apples', null],
    ['1.23.4', null],
    ['1,2,3', null],
    ['12 34', null],
    ['50 %', null],
    ['9'.repeat(1_000), null],
  ])('is read in a file with semicolons: %s', (text, number) => {
    expect(read(text, true)).toBe(number);
  });

  it('with a comma before decimals is left to be refused where commas are between values', () => {
    expect([read('3,5', false), read('1,5E3', false), read('1.234,5', false)]).toEqual([null, null, '1234.5']);
  });

  it('that may have thousands or decimals is read as others of the file are, and never guessed', () => {
    expect([read('1.234', true), read('1,234', false)]).toEqual(['unclear', 'unclear']);
    expect([read('1.234', true, ','), read('1.234', true, '.'), read('1.234', true, '.', ',')]).toEqual(['1234', '1.234', 'unclear']);
    expect([read('1,234', false, '.'), read('1,234', true, '.'), read('1,234', true, ',')]).toEqual(['1234', '1234', '1.234']);
    expect(read('1.234', false)).toBe('1.234');
  });

  it('shows the sign before decimals of its file where that is certain', () => {
    const marks = ['3,5', '1.234,5', '1.234.567', '1,234.5', '1.5', '0.123', '1.234', '1,234', '12', '1 234', 'x'].map(markIn);
    expect(marks).toEqual([',', ',', ',', '.', '.', '.', null, null, null, null, null]);
  });

  it.each(['en-US', 'en-GB', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'pl-PL', 'pt-BR', 'sv-SE', 'ja-JP'])(
    'as it is written in %s is read as itself or refused, never as another one',
    (locale) => {
      const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
      const hasDecimalComma = format.format(0.5).includes(',');
      let read = 0;
      for (let exponent = -5; exponent < 12; exponent += 1) {
        for (const factor of [1, 1.5, -2.25, 7.125, 9.999]) {
          const number = Number((factor * 10 ** exponent).toFixed(6));
          const found = plainNumber(format.format(number), { hasDecimalComma, marks: new Set([hasDecimalComma ? ',' : '.']) });
          expect([number, null, 'unclear']).toContain(found === null || found === 'unclear' ? found : Number(found));
          if (found !== null && found !== 'unclear') read += 1;
        }
      }
      expect(read).toBeGreaterThan(70);
    },
  );
});

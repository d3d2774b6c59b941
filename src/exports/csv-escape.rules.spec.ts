import fc from 'fast-check';
import { escaped, isEscaped, unescaped } from './csv-escape.rules';

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/** What programs leave out before a formula, or nobody sees. */
const UNSEEN = [
  ...[' ', '   ', '\u00a0', '\u2003', '\u3000', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\0', '\u001f', '\u007f'],
  ...['\ufeff', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\u2064', '\u00ad', '\u034f', '\u061c', '\u180e'],
  ...['\u202e', '\u2066', '\u3164', '\uffa0', '\ufe0f', '\u{e0001}'],
];

const texts = fc.string({ unit: fc.constantFrom("'", ...STARTS, ...UNSEEN, 'a', '1') });

it('escaping and taking it back are the identity for every text', () => {
  fc.assert(fc.property(texts, (text) => unescaped(escaped(text)) === text));
});

it('no escaped text is taken for a formula', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const seen = UNSEEN.reduce((rest, unseen) => rest.replaceAll(unseen, ''), escaped(text));
      expect(STARTS.filter((start) => seen.startsWith(start))).toEqual([]);
    }),
  );
});

it.each(STARTS)('%j begins what would be a formula, also behind what is left out or not seen', (start) => {
  for (const before of ['', ...UNSEEN, '\ufeff \u200b\n', "'", "''"]) expect(escaped(`${before}${start}1+1`)).toBe(`'${before}${start}1+1`);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ["'=1", "''=1"],
  ['＝1', "'＝1"],
  ["it's", "it's"],
  ["'quoted'", "'quoted'"],
  ['1-2', '1-2'],
  ['', ''],
  [' a=1', ' a=1'],
  ['\u200bword', '\u200bword'],
  ['  -5', "'  -5"],
  ['two\n=lines', 'two\n=lines'],
])('%j is written as %j', (text, written) => {
  expect([escaped(text), unescaped(written), isEscaped(written)]).toEqual([written, text, text !== written]);
});

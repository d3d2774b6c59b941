import fc from 'fast-check';
import { escaped, isEscaped, unescaped } from './csv-escape.rules';

const texts = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', 'a', '1', ' ') });

it('escaping and taking it back are the identity for every text', () => {
  fc.assert(fc.property(texts, (text) => unescaped(escaped(text)) === text));
});

it('no escaped text is taken for a formula', () => {
  fc.assert(fc.property(texts, (text) => !/^[=+\-@\t\r＝＋－＠]/.test(escaped(text))));
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ["'=1", "''=1"],
  ['＝1', "'＝1"],
  ["it's", "it's"],
  ["'quoted'", "'quoted'"],
  ['1-2', '1-2'],
])('%j is written as %j', (text, written) => {
  expect([escaped(text), unescaped(written), isEscaped(written)]).toEqual([written, text, text !== written]);
});

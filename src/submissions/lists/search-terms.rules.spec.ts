import { lettersOf, termsOf, variantsOf } from './search-terms.rules';

describe('the terms of a search', () => {
  it.each<[string, string[]]>([
    ['ada lovelace', ['lovelace', 'ada']],
    ['  ada   ada ', ['ada']],
    ['"ada lovelace" x', ['ada lovelace', 'x']],
    ['\u201eada lovelace\u201c', ['ada lovelace']],
    ['\u00ab ada lovelace \u00bb', ['ada lovelace']],
    ['say"hi"', ['say"hi"']],
    ['5" pipe', ['pipe', '5"']],
    ['"ada lovelace', ['lovelace', '"ada']],
    ['"" ada', ['ada']],
    ['""', ['""']],
    ['" "', ['" "']],
  ])('of %j are %j', (search, terms) => expect(termsOf(search)).toEqual(terms));
});

describe('the letters of a text', () => {
  it.each<[string, string]>([
    ['Zo\u00eb', 'Z O E'],
    ['zoe\u0308', 'Z O E'],
    ['stra\u00dfe', 'S T R A S S E'],
    ['\u0141\u00f3d\u017a', 'L O D Z'],
    ['\u00e6\u0153', 'A E O E'],
    ['\u304c', '\u304c'],
    ['\u304b\u3099', '\u304b\u3099'],
    ['1.5', '1 . 5'],
    ['\u0301', '\u0301'],
  ])('of %j are %j', (text, letters) => expect(lettersOf(text).join(' ')).toBe(letters));

  it('stand for all their variants', () => {
    expect(variantsOf('E')).toEqual(expect.arrayContaining(['E', 'e', '\u00e9', '\u00c9', '\u1ec7', '\u0119']));
    expect(variantsOf('\u03a3')).toEqual(expect.arrayContaining(['\u03c2', '\u03c3', '\u03a3']));
    expect(variantsOf('5')).toEqual(['5']);
  });
});

import { canonicalText, uniqueValueOf } from './coercion.rules';

describe('the canonical text', () => {
  it.each([
    ['  Ada\t\n Lovelace ', 'ada lovelace'],
    ['ﬁne ＡＢＣ', 'fine abc'],
    ['A\u030A', 'å'],
    [7, '7'],
    [' ', ''],
    ['a\u200bd\u00ada \u202eLovelace\ufeff', 'ada lovelace'],
    ['e\u200d\u0301', 'é'],
    ['❤\ufe0f', '❤'],
    ['a\u034fb', 'ab'],
    ['\u200e', ''],
  ])('of %j is %j', (value, text) => {
    expect(canonicalText(value)).toBe(text);
  });

  it('of an e-mail address has the domain in ASCII', () => {
    expect(canonicalText('Ada@BÜCHER.example', 'email')).toBe('ada@xn--bcher-kva.example');
    expect(canonicalText('Ada@BÜCHER.example')).toBe('ada@bücher.example');
    expect(canonicalText('ada@not a domain', 'email')).toBe('ada@not a domain');
    expect(canonicalText('ada@bücher.example\u202c\u2060', 'email')).toBe('ada@xn--bcher-kva.example');
  });
});

describe('the value by which submissions are told apart', () => {
  const fields = [{ name: 'email', validation: 'email' as const }];

  it.each([
    [null, { email: 'a@b.example' }, undefined],
    ['email', { email: ' A@b.example' }, 'a@b.example'],
    ['email', { email: ' ' }, undefined],
    ['email', { email: '\u200b' }, undefined],
    ['email', { email: 'a\u200b@b.example' }, 'a@b.example'],
    ['email', { email: null }, undefined],
    ['email', { email: ['a'] }, undefined],
    ['email', {}, undefined],
    ['constructor', {}, undefined],
    ['age', { age: 0 }, '0'],
  ])('under %j in %j is %j', (uniqueBy, values, text) => {
    expect(uniqueValueOf(uniqueBy, fields, values)).toBe(text);
  });
});

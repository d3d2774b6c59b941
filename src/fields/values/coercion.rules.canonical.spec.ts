import { canonicalText, uniqueValueOf } from './coercion.rules';

describe('the canonical text', () => {
  it.each([
    ['  Ada\t\n Lovelace ', 'ada lovelace'],
    ['ﬁne ＡＢＣ', 'fine abc'],
    ['A\u030A', 'å'],
    [7, '7'],
    [' ', ''],
  ])('of %j is %j', (value, text) => {
    expect(canonicalText(value)).toBe(text);
  });

  it('of an e-mail address has the domain in ASCII', () => {
    expect(canonicalText('Ada@BÜCHER.example', 'email')).toBe('ada@xn--bcher-kva.example');
    expect(canonicalText('Ada@BÜCHER.example')).toBe('ada@bücher.example');
    expect(canonicalText('ada@not a domain', 'email')).toBe('ada@not a domain');
  });
});

describe('the value by which submissions are told apart', () => {
  const fields = [{ name: 'email', validation: 'email' as const }];

  it.each([
    [null, { email: 'a@b.example' }, undefined],
    ['email', { email: ' A@b.example' }, 'a@b.example'],
    ['email', { email: ' ' }, undefined],
    ['email', { email: null }, undefined],
    ['email', { email: ['a'] }, undefined],
    ['email', {}, undefined],
    ['constructor', {}, undefined],
    ['age', { age: 0 }, '0'],
  ])('under %j in %j is %j', (uniqueBy, values, text) => {
    expect(uniqueValueOf(uniqueBy, fields, values)).toBe(text);
  });
});

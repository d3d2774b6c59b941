import { syntaxErrorIndex } from './json-syntax.rules';

describe('the index of a syntax error', () => {
  it.each([
    ['{"a":}', 5],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['{"a": 1,}', 8],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[1}', 2],
    ['{"a": tru}', 6],
    ['{"a": 01}', 7],
    ['{"a": 1.}', 7],
    ["{'a': 1}", 1],
    ['["\\x"]', 2],
    ['["a\nb"]', 3],
    ['["\\u12g4"]', 2],
    ['{"a": 1} x', 9],
    ['{"a": 1 /* no */}', 8],
    ['NaN', 0],
  ])('is that of the first character that cannot be right: %j', (text, index) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(syntaxErrorIndex(text)).toBe(index);
  });

  it.each(['', '{"a": ', '[1, 2', '"text', '{"a": "x'])('is the length of a text that ends too early: %j', (text) => {
    expect(syntaxErrorIndex(text)).toBe(text.length);
  });

  it('is the length of valid JSON, however long its texts are', () => {
    const text = JSON.stringify({ a: [1, -2.5e-7, true, null, {}, []], b: '\\"\u2028é'.repeat(100_000) });
    expect(syntaxErrorIndex(text)).toBe(text.length);
  });
});

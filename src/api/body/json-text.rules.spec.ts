import fc from 'fast-check';
import { textErrors, withoutNegativeZero } from './json-text.rules';

describe('textErrors', () => {
  it('finds nothing in ordinary JSON', () => {
    const value = {
      name: 'Zoë 👋 \u0001\n',
      list: [1, 0.5, -3, null, true, { deep: ['x'] }],
      big: Number.MAX_SAFE_INTEGER,
    };
    expect(textErrors(value)).toEqual([]);
  });

  it.each([
    ['U+0000 in a text', { a: { b: ['x', 'y\0z'] } }, 'a.b.1', 'U+0000'],
    ['half a surrogate pair in a text', { fields: [{ name: 'a\ud83d' }] }, 'fields.0.name', 'surrogate'],
    ['the second half of a pair', { a: '\ude00b' }, 'a', 'surrogate'],
    ['Infinity', { a: [0, 1e400] }, 'a.1', 'finite'],
    ['minus Infinity', { a: -1e400 }, 'a', 'finite'],
    ['an integer that would be rounded', { a: 2 ** 53 }, 'a', 'safe integer'],
    ['a negative integer that would be rounded', { a: -(2 ** 53) }, 'a', 'safe integer'],
    ['U+0000 in a name, at the path of its object', { a: [{ 'b\0': 1 }] }, 'a.0', 'U+0000'],
    ['half a surrogate pair in a name of the root', { 'b\udc00': 1 }, 'body', 'surrogate'],
  ])('finds %s', (_what, value, path, message) => {
    expect(textErrors(value)).toEqual([{ path, message: expect.stringContaining(message) as string }]);
  });

  it('accepts whole surrogate pairs', () => {
    expect(textErrors({ '😀': '😀\ud83d\ude00' })).toEqual([]);
  });

  it.each([null, [], [{}], 'text', 1, true, undefined])('asks for an object instead of %p', (value) => {
    expect(textErrors(value)).toEqual([{ path: 'body', message: 'must be an object' }]);
  });

  it('puts the root path before each path', () => {
    expect(textErrors({ a: '\0', 'b\0': 1 }, 'fields').map(({ path }) => path)).toEqual(['fields.a', 'fields']);
    expect(textErrors([], 'fields')).toEqual([{ path: 'fields', message: 'must be an object' }]);
  });

  it('names every error at once, up to a hundred', () => {
    const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, '\0']));
    expect(textErrors(members(99))).toHaveLength(99);
    expect(textErrors(members(101))).toHaveLength(100);
    expect(textErrors({ list: Array.from({ length: 300 }, () => members(7)) })).toHaveLength(100);
  });

  it('repeats only the beginning of a long name', () => {
    const pathOf = (name: string) => textErrors({ [name]: ['\0'] })[0]?.path;
    expect(pathOf('😀'.repeat(64))).toBe(`${'😀'.repeat(64)}.0`);
    expect(pathOf('😀'.repeat(40_000))).toBe(`${'😀'.repeat(64)}….0`);
  });

  it('repeats neither the bad text nor the bad number', () => {
    const errors = textErrors({ a: 'secret\0', b: 2 ** 60, 'secret\0': 1 });
    expect(errors).toHaveLength(3);
    expect(JSON.stringify(errors)).not.toMatch(/secret|1152921504606846976|\\u0000/);
  });

  it('finds an error wherever it stands', () => {
    const where = fc.array(fc.oneof(fc.nat(3), fc.constantFrom('a', 'b', 'c')), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(where, fc.constantFrom('\0', '\ud800', Infinity, 2 ** 60), (path, bad) => {
        const value = path.reduceRight<unknown>(
          (inner, step) => (typeof step === 'string' ? { good: 'x', [step]: inner } : [...Array<number>(step).fill(0), inner]),
          bad,
        );
        expect(textErrors({ root: value }).map((error) => error.path)).toEqual([['root', ...path].join('.')]);
      }),
    );
  });

  it('finds nothing in text that PostgreSQL can store', () => {
    const text = fc.string({ unit: 'binary' }).filter((part) => !part.includes('\0'));
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text)), (value) => {
        expect(textErrors(value)).toEqual([]);
      }),
    );
  });
});

describe('withoutNegativeZero', () => {
  it('writes 0 for each -0, at any depth', () => {
    const value = withoutNegativeZero(JSON.parse('{"a":-0,"b":[-0.0,{"c":-1e-400}],"d":-1}'));
    expect(value).toStrictEqual({ a: 0, b: [0, { c: 0 }], d: -1 });
  });

  it('gives 0 for a bare -0', () => {
    expect(withoutNegativeZero(-0)).toBe(0);
  });

  it('changes nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(withoutNegativeZero(JSON.parse(text))).toStrictEqual(JSON.parse(text));
      }),
    );
  });
});

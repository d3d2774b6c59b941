import fc from 'fast-check';
import { makeStorable } from './json-text.rules';

describe('what cannot be stored in JSON', () => {
  it('finds nothing in ordinary JSON', () => {
    const value = {
      name: 'Zoë 👋 \u0001\n',
      list: [1, 0.5, -3, null, true, { deep: ['x'] }],
      big: Number.MAX_SAFE_INTEGER,
    };
    expect(makeStorable(value)).toEqual([]);
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
    expect(makeStorable(value)).toEqual([{ path, message: expect.stringContaining(message) as string }]);
  });

  it('accepts whole surrogate pairs', () => {
    expect(makeStorable({ '😀': '😀\ud83d\ude00' })).toEqual([]);
  });

  it.each([null, [], [{}], 'text', 1, true, undefined])('asks for an object instead of %p', (value) => {
    expect(makeStorable(value)).toEqual([{ path: 'body', message: 'must be an object' }]);
  });

  it('names every error at once, up to a hundred', () => {
    const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, '\0']));
    expect(makeStorable(members(99))).toHaveLength(99);
    expect(makeStorable(members(101))).toHaveLength(100);
    expect(makeStorable({ list: Array.from({ length: 300 }, () => members(7)) })).toHaveLength(100);
  });

  it('repeats only the beginning of a long name', () => {
    const pathOf = (name: string) => makeStorable({ [name]: ['\0'] })[0]?.path;
    expect(pathOf('😀'.repeat(64))).toBe(`${'😀'.repeat(64)}.0`);
    expect(pathOf('😀'.repeat(40_000))).toBe(`${'😀'.repeat(64)}….0`);
  });

  it('repeats neither the bad text nor the bad number', () => {
    const errors = makeStorable({ a: 'secret\0', b: 2 ** 60, 'secret\0': 1 });
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
        expect(makeStorable({ root: value }).map((error) => error.path)).toEqual([['root', ...path].join('.')]);
      }),
    );
  });

  it('finds nothing in text that PostgreSQL can store', () => {
    const text = fc.string({ unit: 'binary' }).filter((part) => !part.includes('\0'));
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text)), (value) => {
        expect(makeStorable(value)).toEqual([]);
      }),
    );
  });
});

describe('negative zero', () => {
  it('becomes 0, at any depth', () => {
    const value = JSON.parse('{"a":-0,"b":[-0.0,{"c":-1e-400}],"d":-1}') as unknown;
    expect(makeStorable(value)).toEqual([]);
    expect(value).toStrictEqual({ a: 0, b: [0, { c: 0 }], d: -1 });
  });

  it('is all that changes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify({ value });
        const made = JSON.parse(json) as unknown;
        makeStorable(made);
        expect(made).toStrictEqual(JSON.parse(json));
      }),
    );
  });
});

import fc from 'fast-check';
import { expectQuick } from '../../../test/support/processor-time';
import { MAX_JSON_DEPTH, MAX_JSON_TOKENS, scanJson, syntaxErrorIndex } from './json-scan.rules';

const KIB_256 = 256 * 1024;

describe('scanJson', () => {
  it.each(['{}', '[]', '"a"', '1', 'null', ' { "a" : [ 1 , { "a" : 2 } ] , "b" : "a" } ', '{"a":{"b":1},"b":{"a":1}}'])(
    'passes %s',
    (text) => {
      expect(scanJson(text)).toBeNull();
    },
  );

  it.each([
    ['at the root', '{"a":1,"a":2}'],
    ['apart from each other', '{"a":1,"b":[{"a":{}}],"a":2}'],
    ['in a nested object', '[0,{"x":{"a":1,"b":{"a":1},"a":2}}]'],
    ['of which one is escaped', '{"ab":1,"a\\u0062":2}'],
    ['that are spelled with different escapes', '{"/\\n":1,"\\u002f\\u000A":2}'],
    ['that are empty', '{"":1,"":2}'],
    ['that hold an escaped quote', '{"a\\"b":1,"a\\u0022b":2}'],
    ['that are digits', '{"1":1,"2":2,"1":3}'],
  ])('finds two equal names %s', (_where, text) => {
    expect(scanJson(text)).toBe('duplicate_name');
  });

  it('takes neither values nor the names of other objects for names', () => {
    expect(scanJson('{"a":"a","b":["a","a"],"c":{"a":1},"d":[{"a":1},{"a":1}],"e":"\\"a\\":1"}')).toBeNull();
  });

  it.each(['{"__proto__":1}', '[{"a":{"__proto__":null}}]', '{"\\u005f_proto__":1}', '{"__pr\\u006fto_\\u005F":{}}'])(
    'finds the name __proto__ in %s',
    (text) => {
      expect(scanJson(text)).toBe('forbidden_name');
    },
  );

  it.each(['{"constructor":{"prototype":1}}', '[{"constructor":{"a":1,"\\u0070rototype":{}}}]', '{"constructo\\u0072":{"prototype":1}}'])(
    'finds prototype within constructor in %s',
    (text) => {
      expect(scanJson(text)).toBe('forbidden_name');
    },
  );

  it.each(['{"prototype":1}', '{"constructor":1,"prototype":2}', '{"constructor":[{"prototype":1}]}', '{"a":"__proto__"}'])(
    'passes the harmless %s',
    (text) => {
      expect(scanJson(text)).toBeNull();
    },
  );

  it('counts the nesting of arrays and objects together', () => {
    const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
    expect(scanJson(nested(MAX_JSON_DEPTH))).toBeNull();
    expect(scanJson(nested(MAX_JSON_DEPTH + 2))).toBe('too_deep');
    expect(scanJson('['.repeat(MAX_JSON_DEPTH) + ']'.repeat(MAX_JSON_DEPTH))).toBeNull();
    expect(scanJson('['.repeat(MAX_JSON_DEPTH + 1) + ']'.repeat(MAX_JSON_DEPTH + 1))).toBe('too_deep');
  });

  it('forgets the nesting of containers that have ended', () => {
    expect(scanJson(`[${Array(100).fill('[[]]').join()}]`)).toBeNull();
  });

  it('counts brackets, commas, colons, strings, numbers and words as tokens', () => {
    const more = (count: number) => ',1'.repeat(count);
    expect(scanJson(`[{}${more(MAX_JSON_TOKENS / 2 - 2)}]`)).toBeNull();
    expect(scanJson(`{"a":[true${more(MAX_JSON_TOKENS / 2 - 4)}]}`)).toBeNull();
    expect(scanJson(`[{}${more(MAX_JSON_TOKENS / 2 - 2)}]]`)).toBe('too_many_tokens');
    expect(scanJson(`{"a":[true${more(MAX_JSON_TOKENS / 2 - 3)}]}`)).toBe('too_many_tokens');
  });

  it('does not count blanks or what is within a string', () => {
    expect(scanJson(`[${' \n\t\r'.repeat(MAX_JSON_TOKENS)}"${'{,:[1]'.repeat(MAX_JSON_TOKENS)}"]`)).toBeNull();
  });

  it('agrees with a plain walk over the tree, however the text is spelled', () => {
    fc.assert(
      fc.property(node, (tree) => {
        const expected = errorsOf(tree);
        const found = scanJson(spelled(tree));
        if (found === null) expect(expected).toEqual([]);
        else expect(expected).toContain(found);
      }),
      { numRuns: 2000 },
    );
  });

  it('passes whatever JSON.stringify writes within the limits', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: MAX_JSON_DEPTH - 1 }), fc.constantFrom(0, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        fc.pre(!text.includes('"__proto__"'));
        expect(scanJson(text)).toBeNull();
      }),
    );
  });

  it('ends on any text, also on none', () => {
    expect(scanJson('')).toBeNull();
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ a1u'), maxLength: 60 }), (text) => {
        const error = scanJson(text);
        if (isJson(text) && error !== null) expect(['duplicate_name', 'too_deep']).toContain(error);
        if (error === 'not_json') expect(isJson(text)).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['one string', `"${'x'.repeat(KIB_256)}"`],
    ['escapes', `{"a":"${'\\u0041'.repeat(KIB_256 / 6)}"}`],
    ['one number', '9'.repeat(KIB_256)],
    ['names', `{${Array.from({ length: 12_000 }, (_, index) => `"name${index}":1`).join()}}`],
    ['escaped names', `{${Array.from({ length: 12_000 }, (_, index) => `"\\u006e${index}":1`).join()}}`],
    ['names of digits', `{${Array.from({ length: 12_000 }, (_, index) => `"${index * 512}":1`).join()}}`],
    ['objects', `[${'{},'.repeat(16_000)}{}]`],
    ['blanks', ' '.repeat(KIB_256)],
    ['quotes', '"'.repeat(KIB_256)],
    ['backslashes', `"${'\\'.repeat(KIB_256)}`],
  ])('scans 256 KiB of %s with less work than reading 50 million characters', async (_kind, text) => {
    await expectQuick(() => scanJson(text), 50);
  });
});

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

  it('is the length of whatever JSON.parse takes', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(syntaxErrorIndex(json)).toBe(json.length);
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A JSON tree whose objects may repeat a name; each name comes with its spelling. */
type Node = { leaf: string } | { list: Node[] } | { members: Array<{ name: string; literal: string; node: Node }> };

const plainName = fc.oneof(
  fc.constantFrom('a', 'b', '"', '\\', 'constructor', 'prototype', '__proto__', '1'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);

const spelledName = fc.tuple(plainName, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })).map(([name, escapes]) => ({
  name,
  literal: `"${name
    .split('')
    .map((unit, index) => (escapes[index] ? escaped(unit) : JSON.stringify(unit).slice(1, -1)))
    .join('')}"`,
}));

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.record({ leaf: fc.constantFrom('1', '-0.5e3', 'true', 'null', '"a"', '"\\"b\\":"', '" {,"') }),
    fc.record({ list: fc.array(tie('node'), { maxLength: 3 }) }),
    fc.record({
      members: fc.array(
        fc.tuple(spelledName, tie('node')).map(([name, child]) => ({ ...name, node: child })),
        { maxLength: 4 },
      ),
    }),
  ),
}));

function spelled(tree: Node): string {
  if ('leaf' in tree) return tree.leaf;
  if ('list' in tree) return `[ ${tree.list.map(spelled).join(' ,')}]`;
  return `{${tree.members.map(({ literal, node: child }) => `${literal} : ${spelled(child)}`).join(',\n')}}`;
}

function errorsOf(tree: Node, within = ''): string[] {
  if ('leaf' in tree) return [];
  if ('list' in tree) return tree.list.flatMap((child) => errorsOf(child));
  const names = tree.members.map(({ name }) => name);
  const isForbidden = names.includes('__proto__') || (within === 'constructor' && names.includes('prototype'));
  return [
    ...(new Set(names).size < names.length ? ['duplicate_name'] : []),
    ...(isForbidden ? ['forbidden_name'] : []),
    ...tree.members.flatMap(({ name, node: child }) => errorsOf(child, name)),
  ];
}

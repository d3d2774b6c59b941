import fc from 'fast-check';
import { JsonScanner, NoJson } from './json-scanner';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Reads a text in two pieces. */
const faultOf = (text: string, cut = 0): NoJson | null => {
  const scanner = new JsonScanner();
  try {
    scanner.read(text.slice(0, cut));
    scanner.read(text.slice(cut));
    scanner.end();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(NoJson);
    return error as NoJson;
  }
};

describe('JsonScanner', () => {
  it('accepts all JSON, wherever it is cut', () => {
    const anyJson = fc.tuple(fc.jsonValue(), fc.nat(4)).map(([value, spaces]) => JSON.stringify(value, null, spaces));
    fc.assert(
      fc.property(anyJson, fc.nat(), (text, at) => {
        expect(faultOf(text, at % (text.length + 1))).toBeNull();
      }),
    );
  });

  it('accepts and refuses what JSON.parse does', () => {
    const parts = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u00e9',
      '1',
      '-',
      '.5',
      'e3',
      '0',
      'true',
      'null',
      ' ',
      '\n',
      'x',
      '""',
    ];
    const anyText = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => chosen.join(''));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(`${text} ${faultOf(text) === null}`).toBe(`${text} ${isJson(text)}`);
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts and refuses what JSON.parse does to a JSON text of which a character was changed', () => {
    const changed = fc.tuple(fc.jsonValue(), fc.nat(), fc.string({ maxLength: 2 })).map(([value, at, other]) => {
      const text = JSON.stringify(value);
      const index = at % text.length;
      return text.slice(0, index) + other + text.slice(index + 1);
    });
    fc.assert(
      fc.property(changed, (text) => {
        expect(`${text} ${faultOf(text) === null}`).toBe(`${text} ${isJson(text)}`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"a":1]', 6],
    ['{"a" 1}', 5],
    ['{"a":01}', 5],
    ['{"a":"\n"}', 6],
    ['{"a":"\\x"}', 7],
    ['[1,]', 3],
    ['{} {}', 3],
  ])('says where %j is no JSON', (text, offset) => {
    expect(faultOf(text)?.offset).toBe(offset);
  });
});

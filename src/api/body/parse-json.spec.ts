import fc from 'fast-check';
import { ApiError } from '../errors/api-error';
import { parseJson } from './parse-json';

describe('parseJson', () => {
  it('returns what JSON.parse returns, with or without a byte order mark', () => {
    const json = fc.json().filter((text) => !text.includes('"__proto__"'));
    fc.assert(
      fc.property(json, fc.boolean(), (text, hasMark) => {
        expect(parseJson(Buffer.from(hasMark ? `\ufeff${text}` : text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps text of any script as it was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseJson(Buffer.from(JSON.stringify({ text })))).toEqual({ text });
      }),
    );
  });

  it.each([
    ['nothing', '', 'not valid JSON'],
    ['a cut text', '{"a":', 'not valid JSON'],
    ['more than one value', '{} {}', 'not valid JSON'],
    ['a wrong escape in a name', '{"\\x":1}', 'not valid JSON'],
    ['a second byte order mark', '\ufeff\ufeff{}', 'not valid JSON'],
    ['a repeated name', '{"secret":1,"secret":2}', 'same name'],
    ['a name that poisons prototypes', '{"__proto__":{"secret":1}}', '__proto__'],
    ['deep nesting', '['.repeat(200_000), 'deeper than 32'],
    ['too many tokens', `[${'1,'.repeat(30_000)}1]`, '50000 JSON tokens'],
  ])('says what is wrong with %s', (_kind, text, message) => {
    expect(refusalOf(Buffer.from(text))).toMatchObject({
      code: 'malformed_request',
      message: expect.stringContaining(message) as string,
    });
  });

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut sequence', [0x22, 0xe2, 0x82]],
    ['UTF-16', [0xff, 0xfe, 0x22, 0x00, 0x22, 0x00]],
  ])('refuses %s and reads the next body all the same', (_kind, bytes) => {
    expect(refusalOf(Buffer.from(bytes))).toMatchObject({
      code: 'malformed_request',
      message: expect.stringContaining('UTF-8') as string,
    });
    expect(parseJson(Buffer.from('"ok"'))).toBe('ok');
  });

  it('says nothing of the content', () => {
    const refusal = refusalOf(Buffer.from('{"password": hunter2}'));
    expect(`${refusal.message} ${JSON.stringify(refusal.details)} ${String(refusal.cause)}`).not.toMatch(/password|hunter2/);
  });

  it('throws nothing but an ApiError, whatever the bytes', () => {
    const broken = fc.tuple(fc.json(), fc.nat(), fc.integer({ min: 0, max: 255 })).map(([text, at, byte]) => {
      const bytes = Buffer.from(text);
      bytes[at % bytes.length] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array().map((bytes) => Buffer.from(bytes)),
          broken,
        ),
        (bytes) => {
          try {
            parseJson(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('never changes the prototype of anything', () => {
    expect(() => parseJson(Buffer.from('{"a":{"\\u005f_proto__":{"polluted":true}}}'))).toThrow(ApiError);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

function refusalOf(bytes: Buffer): ApiError {
  try {
    parseJson(bytes);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('The bytes were accepted.');
}

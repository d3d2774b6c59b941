import fc from 'fast-check';
import { ExcerptReader, MAX_EXCERPT_BYTES, shownExcerpt } from './response-excerpt.rules';

/** The excerpt of a body that arrives in these parts. */
function read(headers: Record<string, string>, ...chunks: (string | Buffer)[]): string | null {
  const reader = new ExcerptReader(headers);
  for (const chunk of chunks) reader.add(Buffer.from(chunk as string));
  return reader.read(true)?.text ?? null;
}

const shown = (text: string, secrets: string[] = [], isCut = false) => shownExcerpt({ text, isCut }, secrets);

describe('the beginning of an answer', () => {
  it.each([
    'text/plain',
    'text/html; charset=utf-8',
    'application/json',
    'Application/Problem+JSON',
    'application/xml',
    'image/svg+xml',
    'application/x-ndjson',
  ])('is kept of %s', (type) => {
    expect(read({ 'content-type': type }, 'No ', 'such key.')).toBe('No such key.');
  });

  it.each(['image/png', 'application/pdf', 'application/octet-stream', 'multipart/mixed; boundary=x', 'nonsense', 'x/y'])(
    'is not kept of %s',
    (type) => {
      expect(read({ 'content-type': type }, 'No such key.')).toBeNull();
    },
  );

  it('is not kept of what is empty or compressed', () => {
    expect(read({ 'content-type': 'text/plain' })).toBeNull();
    expect(read({ 'content-type': 'text/plain', 'content-encoding': 'gzip' }, 'x')).toBeNull();
  });

  it('is kept of what does not say what it is and is UTF-8', () => {
    expect(read({}, 'Schlüssel fehlt')).toBe('Schlüssel fehlt');
    expect(read({}, Buffer.from([0xff, 0xd8, 0xff]))).toBeNull();
  });

  it('is read in its own encoding, or as UTF-8 where that is unknown, and characters may be in two parts', () => {
    const text = Buffer.from('Schlüssel', 'latin1');
    expect(read({ 'content-type': 'text/plain; charset="ISO-8859-1"' }, text)).toBe('Schlüssel');
    expect(read({ 'content-type': 'text/plain; charset=klingon' }, text)).toBe('Schl\ufffdssel');
    const utf8 = Buffer.from('Schlüssel');
    expect(read({ 'content-type': 'text/plain' }, utf8.subarray(0, 5), utf8.subarray(5))).toBe('Schlüssel');
  });
});

describe('an excerpt', () => {
  it('has at most 1,024 bytes of whole characters, and blanks for control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 300, maxLength: 1500 }), (text) => {
        const excerpt = shown(text);
        expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(MAX_EXCERPT_BYTES);
        expect(excerpt.isWellFormed()).toBe(true);
        expect(excerpt).not.toMatch(/\p{Cc}/u);
        expect(
          text
            .toWellFormed()
            .replaceAll(/\p{Cc}/gu, ' ')
            .startsWith(excerpt),
        ).toBe(true);
      }),
    );
    expect(shown(`${'a'.repeat(1023)}é`)).toBe('a'.repeat(1023));
    expect(shown('one\r\n\ttwo\0')).toBe('one   two ');
  });

  it('contains no secret of the request, however a receiver writes it, nor a signature', () => {
    const secret = 'https://hooks.example/T0/x"y<z>&1';
    const written = [
      secret,
      JSON.stringify({ secret }),
      JSON.stringify({ secret }).replaceAll('/', '\\/'),
      encodeURIComponent(secret),
      'https://hooks.example/T0/x&quot;y&lt;z&gt;&amp;1',
    ];
    for (const text of written) expect(shown(`It was ${text}.`, [secret, ''])).toMatch(/^It was .*\*\*\*.*\.$/);
    for (const text of written) expect(shown(`It was ${text}.`, [secret])).not.toContain('T0');
    expect(shown(`v1,${'A'.repeat(43)}= v1,b`)).toBe('v1,*** v1,b');
  });

  it.each([
    ['Gson', (text: string) => text.replace(/[=<>&'"]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)],
    ['PHP', (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
    ['an address in lower case', (text: string) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase())],
    ['urlencoded text', (text: string) => new URLSearchParams({ text }).toString().slice(5)],
    ['HTML by numbers', (text: string) => text.replace(/\W/g, (character) => `&#${character.charCodeAt(0)};`)],
    ['an address of which only some characters are escaped', (text: string) => encodeURI(text)],
  ])('contains neither a secret nor a signature as %s has it', (_, written) => {
    const secret = `Bearer pa/ss+wo"rd=\\1'<&>`;
    expect(shown(`Got ${written(secret)}!`, [secret])).toBe('Got ***!');
    expect(shown(`Got ${written(`v1,${'a/+B'.repeat(11).slice(1)}=`)}!`)).toBe('Got v1,***!');
  });

  it('contains nothing of secrets that overlap, and all of what is no secret', () => {
    expect(shown('abcdefgh', ['ab', 'bcdefgh'])).toBe('***');
    fc.assert(fc.property(fc.string(), (text) => expect(shown(`${text} x`, ['canary'])).toBe(shown(`${text} x`))));
  });

  it('contains no part of a secret that the end of what was read has cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11 }), (length) => {
        expect(shown(`x canary-token`.slice(0, 2 + length), ['canary-token'], true)).toBe('x ');
      }),
    );
    expect(shown('x canary', ['canary-token'])).toBe('x canary');
    expect(shown('x "can\\u002', ['can='])).toBe('x "can\\u002');
    expect(shown('x "can\\u002', ['can-ary'], true)).toBe('x "');
  });

  it('contains no part of a secret where the answer has broken off', () => {
    const reader = new ExcerptReader({ 'content-type': 'text/plain' });
    reader.add(Buffer.from('Got canary-to'));
    const excerpt = reader.read(false)!;
    expect(shownExcerpt(excerpt, ['canary-token'])).toBe('Got ');
  });
});

it('is hidden as a whole where so many of its places begin like a long secret that looking at each would take long', () => {
  expect(shownExcerpt({ text: 'a'.repeat(8_000), isCut: false }, ['b'.repeat(4_000), `${'a'.repeat(4_000)}b`])).toBe('***');
  expect(shownExcerpt({ text: `is ${'ab'.repeat(100)}`, isCut: false }, ['ab'.repeat(100)])).toBe('is ***');
});

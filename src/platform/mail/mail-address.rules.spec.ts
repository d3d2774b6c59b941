import fc from 'fast-check';
import isEmail from 'validator/lib/isEmail';
import { mailAddressOf } from './mail-address.rules';

it.each([
  ['a@example.com', 'a@example.com'],
  ['first.last+tag@Sub.Example.COM', 'first.last+tag@sub.example.com'],
  ["o'neil@example.com", "o'neil@example.com"],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
  ['a@bu\u0308cher.example', 'a@xn--bcher-kva.example'],
  ['a@faß.de', 'a@xn--fa-hia.de'],
  ['a@ΣΑΣ.gr', 'a@xn--mxa9ab.gr'],
  ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
])('takes %p', (text, wire) => {
  expect(mailAddressOf(text)).toEqual({ text: text.normalize('NFC'), wire, isAscii: true });
});

it('tells the letters that only some servers take', () => {
  const zoe = { text: 'zoë@bücher.example', wire: 'zoë@xn--bcher-kva.example', isAscii: false };
  expect([mailAddressOf('zoë@bücher.example'), mailAddressOf('zoe\u0308@bücher.example')]).toEqual([zoe, zoe]);
});

it.each([
  ['white space around it', ' \u00a0\ta@example.com\r\n', 'a@example.com'],
  ['invisible characters', '\u202aa\u200b@\u2060exam\u00adple.com\u202c\ufeff', 'a@example.com'],
  ['variation selectors and joiners', 'a\ufe0f\u034f\u200d@example.com\u{e0100}', 'a@example.com'],
  ['full-width letters', 'ａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'a@example.com'],
  ['invisible characters in an international domain', 'a@b\u00adücher.example\u202c\u2060', 'a@bücher.example'],
])('is repaired: %s', (_what, value, text) => {
  expect(mailAddressOf(value)).toEqual(mailAddressOf(text));
  expect(mailAddressOf(value)).toMatchObject({ text });
});

it.each([
  '',
  'a',
  'a@',
  '@example.com',
  'a@example.com,b@example.com',
  'a@example.com b@example.com',
  'a\u00a0b@example.com',
  'Name <a@example.com>',
  '<a@example.com>',
  'a@example.com\r\nBcc: b@example.com',
  'a\n@example.com',
  'a@exa\0mple.com',
  'a\ud800@example.com',
  '"a b"@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'ü'.repeat(60)}.example`,
  `${'\u200b'.repeat(10_000)}a@example.com`,
  'a@[127.0.0.1]',
])('is none: %j', (text) => {
  expect(mailAddressOf(text)).toBeNull();
});

it.each([
  ['a letter that the DNS knows as others', 'a@stra\u1e9ee.example'],
  ['a full stop of another script', 'a@ex\u3002ample.com'],
  ['a filler', 'a@exa\u3164mple.com'],
  ['a joiner that belongs to the domain', 'a@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com'],
])('is none when its domain may be another than it looks: %s', (_what, value) => {
  expect(mailAddressOf(value)).toBeNull();
});

it('plain addresses are those of the library', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '_', '+', '.', '@'), maxLength: 8 });
  fc.assert(
    fc.property(part, part, fc.constantFrom('com', 'Example', 'c', '0a', 'xn--p1ai', ''), (local, name, top) => {
      const text = `${local}@${name}.${top}`;
      expect(mailAddressOf(text)?.text ?? null).toBe(isEmail(text) ? text : null);
    }),
  );
});

import fc from 'fast-check';
import { personAddressOf } from './people.rules';

it.each([
  ['lena@example.com', 'lena@example.com'],
  [' Lena.Example@EXAMPLE.com\u200b', 'lena.example@example.com'],
  ['lena+forms@example.com', 'lena+forms@example.com'],
  ['lena@b\u00fccher.example', 'lena@xn--bcher-kva.example'],
  ['lena@XN--BCHER-KVA.example', 'lena@xn--bcher-kva.example'],
  ['\uff2cena@example.com', 'lena@example.com'],
  ['J\u00f6rg@example.com', 'j\u00f6rg@example.com'],
  ['Jo\u0308rg@example.com', 'j\u00f6rg@example.com'],
])('finds %j at %j', (typed, address) => {
  expect(personAddressOf(typed)).toBe(address);
});

it.each([
  '',
  'lena',
  '@example.com',
  'lena@',
  'a@example.com, b@example.com',
  'Lena <lena@example.com>',
  'lena@example.com\r\nBcc: x@y.zz',
  'a b@example.com',
])('takes %j for no address', (text) => {
  expect(personAddressOf(text)).toBeNull();
});

it('finds what it has found once more', () => {
  const letters = fc.constantFrom(
    ...'abzABZ019.+-_@',
    '\u00df',
    '\u0130',
    '\u0131',
    '\u03a3',
    '\u03c2',
    '\u00c4',
    '\u0308',
    '\u1e9e',
    '\ufb01',
    '\u212a',
  );
  const domains = fc.constantFrom('example.com', 'EXAMPLE.com', 'b\u00fccher.example', 'B\u00dcCHER.example', 'xn--bcher-kva.example');
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), domains, (local, domain) => {
      const found = personAddressOf(`${local.join('')}@${domain}`);
      if (found !== null) expect(personAddressOf(found)).toBe(found);
    }),
  );
});

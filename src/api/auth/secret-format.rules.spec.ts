import { randomBytes } from 'node:crypto';
import { makeSecret, parseSecret } from './secret-format.rules';

const KNOWN = 'fck_AbCdEf0123450000000000000000000000000000011800KNb8';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('makeSecret', () => {
  it('writes prefix, id, secret and checksum in 54 characters', () => {
    const { text, id, secret } = makeSecret('fck');
    expect(text).toMatch(/^fck_[0-9A-Za-z]{50}$/);
    expect(text.slice(4, 48)).toBe(id + secret);
    expect([id.length, secret.length]).toEqual([12, 32]);
  });

  it('makes texts that parse', () => {
    for (let made = 0; made < 10_000; made++) {
      const { text, id, secret } = makeSecret(made % 2 === 0 ? 'fck' : 'fst');
      expect(parseSecret(made % 2 === 0 ? 'fck' : 'fst', text)).toEqual({ id, secret });
    }
  });

  it('draws each character equally often', () => {
    const counts = new Map<string, number>();
    const drawn = Array.from({ length: 2000 }, () => makeSecret('fst').secret).join('');
    for (const character of drawn) counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = drawn.length / BASE62.length;
    const chiSquared = [...BASE62].reduce((sum, character) => sum + ((counts.get(character) ?? 0) - expected) ** 2 / expected, 0);
    // With 61 degrees of freedom, chance exceeds 150 once in a hundred million runs; the remainder of a byte gives about 700.
    expect(chiSquared).toBeLessThan(150);
  });
});

describe('parseSecret', () => {
  it('accepts a key whose checksum was computed elsewhere', () => {
    // zlib.crc32 of Python over the first 48 characters, in base 62.
    expect(parseSecret('fck', KNOWN)).toEqual({ id: KNOWN.slice(4, 16), secret: KNOWN.slice(16, 48) });
  });

  it('refuses a secret of the other kind', () => {
    expect(parseSecret('fst', makeSecret('fck').text)).toBeNull();
    expect(parseSecret('fck', makeSecret('fst').text)).toBeNull();
    expect(parseSecret('fst', makeSecret('fck').text.replace('fck', 'fst'))).toBeNull();
  });

  it('refuses each change of one character', () => {
    const { text } = makeSecret('fck');
    for (let at = 4; at < text.length; at++) {
      for (const character of BASE62.replace(text[at]!, '')) {
        expect(parseSecret('fck', text.slice(0, at) + character + text.slice(at + 1))).toBeNull();
      }
    }
  });

  it('refuses what is cut, padded or written with other characters', () => {
    const { text } = makeSecret('fck');
    const others = ['', 'fck_', text.slice(0, -1), `${text}0`, ` ${text}`, `${text}\n`, text.toUpperCase(), text.replace('_', '-')];
    for (const other of [...others, `${text.slice(0, 53)}é`]) expect(parseSecret('fck', other)).toBeNull();
  });

  it('refuses random text of the right form', () => {
    const letters = (count: number) => [...randomBytes(count)].map((byte) => BASE62[byte % 62]).join('');
    const accepted = Array.from({ length: 100_000 }, () => parseSecret('fck', `fck_${letters(50)}`)).filter(Boolean);
    expect(accepted).toEqual([]);
  });
});

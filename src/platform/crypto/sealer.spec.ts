import fc from 'fast-check';
import { Sealer } from './sealer';
import { SecretKeys } from './secret-keys';

const SECRET = 'a secret of at least thirty-two characters';
const OTHER = 'another secret of more than thirty-two characters';
const sealer = new Sealer(new SecretKeys(SECRET), 'test');

describe('Sealer', () => {
  it('opens what it has sealed, text and bytes, also empty ones', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.uint8Array(), fc.string(), (text, bytes, boundTo) => {
        expect(sealer.open(sealer.seal(text, boundTo), boundTo)?.toString()).toBe(text);
        expect(sealer.open(sealer.seal(Buffer.from(bytes), boundTo), boundTo)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('writes version, key id, nonce, ciphertext and tag', () => {
    const sealed = sealer.seal('twelve bytes', 'row');
    expect(sealed).toHaveLength(1 + 4 + 12 + 12 + 16);
    expect(sealed[0]).toBe(1);
    expect(sealed.subarray(1, 5)).toEqual(new SecretKeys(SECRET).derive('test')[0]!.id);
    expect(sealed.includes('twelve')).toBe(false);
  });

  it('seals the same text differently each time', () => {
    expect(sealer.seal('text', 'row')).not.toEqual(sealer.seal('text', 'row'));
  });

  it('seals the same bytes for the same place the same each time, where that is asked for', () => {
    const [bytes, others] = [Buffer.from('text'), Buffer.from('tex2')];
    const sealed = sealer.sealRepeatably(bytes, 'row');
    expect(sealer.sealRepeatably(bytes, 'row')).toEqual(sealed);
    expect(sealer.open(sealed, 'row')).toEqual(bytes);
    expect(sealer.open(sealed, 'row 2')).toBeNull();
    const nonces = [sealed, sealer.sealRepeatably(others, 'row'), sealer.sealRepeatably(bytes, 'row 2')];
    expect(new Set(nonces.map((value) => value.subarray(5, 17).toString('hex'))).size).toBe(3);
  });

  it('opens nothing that is bound to something else', () => {
    const sealed = sealer.seal('text', 'row 1');
    expect(['', 'row 2', 'row 1 ', 'Row 1'].map((boundTo) => sealer.open(sealed, boundTo))).toEqual([null, null, null, null]);
  });

  it('opens nothing that is altered in any byte', () => {
    const sealed = sealer.seal('text', 'row');
    for (let at = 0; at < sealed.length; at++) {
      for (const mask of [0x01, 0x80, 0xff]) {
        const altered = Buffer.from(sealed);
        altered[at]! ^= mask;
        expect(sealer.open(altered, 'row')).toBeNull();
      }
    }
  });

  it('opens nothing that is cut or lengthened', () => {
    const sealed = sealer.seal('text', 'row');
    for (let end = 0; end < sealed.length; end++) expect(sealer.open(sealed.subarray(0, end), 'row')).toBeNull();
    expect(sealer.open(Buffer.concat([sealed, Buffer.of(0)]), 'row')).toBeNull();
  });

  it('gives null for any other bytes', () => {
    const start = sealer.seal('', '').subarray(0, 5);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.boolean(), (bytes, hasStart) => {
        expect(sealer.open(Buffer.concat([hasStart ? start : Buffer.alloc(0), bytes]), 'row')).toBeNull();
      }),
    );
  });

  it('opens nothing of another purpose or another secret', () => {
    const sealed = sealer.seal('text', 'row');
    expect(new Sealer(new SecretKeys(SECRET), 'other').open(sealed, 'row')).toBeNull();
    expect(new Sealer(new SecretKeys(OTHER), 'test').open(sealed, 'row')).toBeNull();
  });

  it('opens what the previous secret has sealed while it seals with the current one', () => {
    const replaced = new Sealer(new SecretKeys(OTHER, SECRET), 'test');
    expect(replaced.open(sealer.seal('text', 'row'), 'row')?.toString()).toBe('text');
    const sealed = replaced.seal('text', 'row');
    expect(sealer.open(sealed, 'row')).toBeNull();
    expect(new Sealer(new SecretKeys(OTHER), 'test').open(sealed, 'row')?.toString()).toBe('text');
  });

  it('names the value that cannot be opened, and nothing of its content', () => {
    const sealed = sealer.seal('text', 'row 1');
    expect(sealer.openOrThrow(sealed, 'row 1', 'The value').toString()).toBe('text');
    expect(() => sealer.openOrThrow(sealed, 'row 2', 'The value')).toThrow(
      'The value cannot be opened: it was copied from another row, or APP_SECRET has changed.',
    );
  });
});

import { createHmac } from 'node:crypto';
import { SecretKeys } from './secret-keys';

const SECRET = 'a secret of at least thirty-two characters';
const OTHER = 'another secret of more than thirty-two characters';

describe('SecretKeys', () => {
  it('derives by HKDF-SHA-256, with the purpose as its info', () => {
    const extracted = createHmac('sha256', Buffer.alloc(32)).update(SECRET).digest();
    const expanded = createHmac('sha256', extracted).update('cursor\u0001').digest();
    expect(new SecretKeys(SECRET).derive('cursor')[0]!.key).toEqual(expanded);
  });

  it('derives the same key and id in each process', () => {
    const [one] = new SecretKeys(SECRET).derive('cursor');
    const [other] = new SecretKeys(SECRET).derive('cursor');
    expect(one).toEqual(other);
    expect(one!.key).toHaveLength(32);
    expect(one!.id).toHaveLength(4);
  });

  it('derives other keys and ids for another purpose or secret', () => {
    const derived = [
      ...new SecretKeys(SECRET).derive('cursor'),
      ...new SecretKeys(SECRET).derive('idempotency'),
      ...new SecretKeys(OTHER).derive('cursor'),
    ];
    expect(new Set(derived.map(({ key }) => key.toString('hex'))).size).toBe(3);
    expect(new Set(derived.map(({ id }) => id.toString('hex'))).size).toBe(3);
  });

  it('puts the key of the current secret before that of the previous one', () => {
    const both = new SecretKeys(SECRET, OTHER).derive('cursor');
    expect(both).toEqual([...new SecretKeys(SECRET).derive('cursor'), ...new SecretKeys(OTHER).derive('cursor')]);
  });

  it.each([undefined, null, '', SECRET])('has one key when the previous secret is %p', (previous) => {
    expect(new SecretKeys(SECRET, previous).derive('cursor')).toHaveLength(1);
  });

  it('derives the keys of a purpose once', () => {
    const keys = new SecretKeys(SECRET);
    expect(keys.derive('cursor')).toBe(keys.derive('cursor'));
  });

  it('keeps its secrets out of JSON and inspection of what it derives', () => {
    expect(JSON.stringify(new SecretKeys(SECRET).derive('cursor'))).not.toContain(SECRET);
  });
});

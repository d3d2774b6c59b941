import { hmacOf, sameDigest, sha256Of } from './digests.rules';

describe('sha256Of', () => {
  it('gives the digest that FIPS 180-2 shows for "abc"', () => {
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(sha256Of('abc').toString('hex')).toBe(digest);
    expect(sha256Of(Buffer.from('abc')).toString('hex')).toBe(digest);
  });
});

describe('hmacOf', () => {
  it('gives the code that RFC 4231 shows in its second case', () => {
    const code = hmacOf(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex');
    expect(code).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });
});

describe('sameDigest', () => {
  it('holds for equal digests only', () => {
    expect(sameDigest(sha256Of('a'), sha256Of('a'))).toBe(true);
    expect(sameDigest(sha256Of('a'), sha256Of('b'))).toBe(false);
  });

  it('is false, not an error, for digests of different length', () => {
    expect(sameDigest(sha256Of('a'), sha256Of('a').subarray(1))).toBe(false);
    expect(sameDigest(sha256Of('a'), Buffer.alloc(0))).toBe(false);
  });
});

import { lackedProof } from './fresh-proof.rules';

const PERSON = { personAddress: 'ada@example.com', isProofOld: true, passkeyCount: 1 };
const BOTH = { mail: true, passkeys: true };

describe('lackedProof', () => {
  it('has the ways of the person for an old proof', () => {
    expect(lackedProof(PERSON, BOTH)).toEqual(['mail', 'passkey']);
    expect(lackedProof({ ...PERSON, passkeyCount: 0 }, BOTH)).toEqual(['mail']);
    expect(lackedProof(PERSON, { ...BOTH, mail: false })).toEqual(['passkey']);
  });

  it('is empty where there is no way', () => {
    expect(lackedProof({ ...PERSON, passkeyCount: 0 }, { ...BOTH, mail: false })).toEqual([]);
    expect(lackedProof(PERSON, { mail: false, passkeys: false })).toEqual([]);
  });

  it('is empty for a fresh proof, and for the session of a key or a link', () => {
    expect(lackedProof({ ...PERSON, isProofOld: false }, BOTH)).toEqual([]);
    expect(lackedProof({ ...PERSON, personAddress: null }, BOTH)).toEqual([]);
  });
});

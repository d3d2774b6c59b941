import type { ProofWay } from '../../api/auth/caller';

interface KnownOfSession {
  personAddress: string | null;
  isProofOld: boolean;
  passkeyCount: number;
}

/**
 * The ways in which the person of a session has to prove again who is there. Empty for a fresh proof, for who is no person, and where
 * there is no way, since asking would only lock people out.
 */
export function lackedProof(session: KnownOfSession, offered: { mail: boolean; passkeys: boolean }): ProofWay[] {
  if (session.personAddress === null || !session.isProofOld) return [];
  return [...(offered.mail ? (['mail'] as const) : []), ...(offered.passkeys && session.passkeyCount > 0 ? (['passkey'] as const) : [])];
}

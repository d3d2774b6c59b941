import type { FoundSession } from '../session.types';

/** A passkey as its person sees it. */
export interface ListedPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The public half of a passkey. */
export interface StoredPasskey extends ListedPasskey {
  credentialId: string;
  /** In COSE (RFC 9052). */
  publicKey: Buffer;
  transports: string[];
  /** The name by which the authenticator knows the person. */
  userHandle: string;
  address: string;
  /** The only person that it opens; null for one that opens each account of the address. */
  apiKeyId: string | null;
}

export type NewPasskey = Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'> & { host: string; counter: number };

/** The person of a session, as far as passkeys are concerned. */
export type PasskeyOwner = Pick<FoundSession, 'keyId' | 'accountId' | 'provesAddress'> & { personAddress: string };

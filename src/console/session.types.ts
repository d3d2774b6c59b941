import type { FoundCaller } from '../keys/key-caller.rules';

export type OpenedBy = 'link' | 'key' | 'mail' | 'passkey';

/** The opening of a session: a link, the public part of a key's secret, or an address that was proved; `keyId` limits it to one person. */
export type Opening = { linkDigests: readonly Buffer[] } | { lookupId: string } | { address: string; keyId: string | null };

/** The beginning of a session. */
export interface SessionBeginning {
  openedBy: OpenedBy;
  lifetimeSeconds: number;
  /** The session ends after so many seconds without use. */
  idleSeconds: number;
  /** True when the person showed that the mails of the address are theirs, so that the session may go to all accounts of it. */
  provesAddress: boolean;
  /** True when the opening itself shows who is there, as a mail and a passkey do. */
  isProof: boolean;
  browser: string | null;
  network: string | null;
  passkeyId: string | null;
}

export interface NewSession {
  keyId: string;
  accountId: string;
  expiresAt: Date;
}

export interface FoundSession extends FoundCaller {
  sessionId: string;
  /** True when the last recorded use is over ten seconds old. */
  isUseDue: boolean;
  accountName: string;
  keyName: string;
  /** Null for a session of a key that is no person. */
  personAddress: string | null;
  openedBy: OpenedBy;
  idleSeconds: number;
  provesAddress: boolean;
  provedAt: Date | null;
  /** True when the last proof is older than fifteen minutes, or when there was none. */
  isProofOld: boolean;
  /** The passkeys with which the person can prove who is there. */
  passkeyCount: number;
}

/** A session as its person sees it. */
export interface ListedSession {
  id: string;
  browser: string | null;
  network: string | null;
  openedBy: OpenedBy;
  passkeyName: string | null;
  accountName: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  current: boolean;
}

/** An account to which a session may go. */
export interface AccountOfSession {
  id: string;
  name: string;
  keyId: string;
  keyName: string;
  current: boolean;
}

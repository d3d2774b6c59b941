/** The purpose of a mail about signing in. */
export type SignInMailPurpose = 'sign_in' | 'invitation' | 'proof';

interface MailRequest {
  address: string;
  /** The public part of the secret in the link, and what the code is derived from. */
  lookupId: string;
  lifetimeSeconds: number;
}

/** A request of somebody at the page of signing in, whether or not the address is that of a person. */
export interface NewSignIn extends MailRequest {
  purpose: 'sign_in';
  /** The digest of the cookie that the browser has. */
  browserDigest: Buffer;
  /** The network by which requests are counted. */
  network: string;
  browser: string | null;
  onlyToday: boolean;
}

/** An invitation, or a code with which a person proves who is there. */
export interface NewPersonMail extends MailRequest {
  purpose: 'invitation' | 'proof';
  apiKeyId: string;
  accountId: string;
  /** The session that asks for a proof. */
  sessionId?: string;
}

export type NewSignInMail = NewSignIn | NewPersonMail;

/** A mail whose link was opened or whose code was typed. */
export interface SignInMail {
  id: string;
  purpose: SignInMailPurpose;
  address: string;
  apiKeyId: string | null;
  lookupId: string;
  browserDigest: Buffer | null;
  onlyToday: boolean;
  isUsed: boolean;
}

/** A mail after another try of its code. */
export interface TriedMail extends SignInMail {
  tries: number;
}

/** A mail to send now. */
export interface DueSignInMail {
  id: string;
  purpose: SignInMailPurpose;
  address: string;
  lookupId: string;
  browser: string | null;
  attempts: number;
  expiresAt: Date;
  /** The person, and the account that invites; null when nobody with this address can sign in. */
  name: string | null;
  accountName: string | null;
}

/** The body of `POST /console/session`. */
export type Credential = { key: string } | { secret: string };

/** The credential in a pasted text: a link, its secret, or a key. The secret of a link to another address is not sent. */
export function credentialIn(text: string, pageUrl: string): Credential | { elsewhere: string } {
  const pasted = text.trim();
  const [address = '', secret] = pasted.split('#');
  if (!secret) return /^fc[lm]_/.test(pasted) ? { secret: pasted } : { key: pasted };
  const [page] = pageUrl.split('#');
  return address === '' || withoutSlash(address) === withoutSlash(page!) ? { secret } : { elsewhere: address };
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** True for the secret of a link that a mail has brought. */
export const isOfMail = (secret: string): boolean => secret.startsWith('fcm_');

/** The body of `POST /console/session`. */
export type Credential = { key: string } | { secret: string };

/**
 * The credential in a text that was pasted: a link to the console, the part behind its `#`, or a key. A link to another address is not for this service, which
 * must not get its secret.
 */
export function credentialIn(text: string, pageUrl: string): Credential | { elsewhere: string } {
  const pasted = text.trim();
  const [address = '', secret] = pasted.split('#');
  if (!secret) return pasted.startsWith('fcl_') ? { secret: pasted } : { key: pasted };
  const [page] = pageUrl.split('#');
  return address === '' || withoutSlash(address) === withoutSlash(page!) ? { secret } : { elsewhere: address };
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

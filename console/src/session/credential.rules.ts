/** What one signs in with, as `POST /console/session` takes it. */
export type Credential = { key: string } | { secret: string };

/**
 * What was pasted: a link to the console, what stands behind its `#`, or a key. A link to another address is not for this service, which
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

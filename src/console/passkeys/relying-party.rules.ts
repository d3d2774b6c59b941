import { isIP } from 'node:net';

/** The service as passkeys know it: the host to which they belong, and the origin whose page uses them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Returns why browsers offer no passkeys at this address, in a sentence for people; null when they do. */
export function reasonAgainstPasskeys(baseUrl: string): string | null {
  const { protocol, hostname } = new URL(baseUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return NEEDS_NAME;
  return protocol === 'https:' || isLocalhost(hostname) ? null : NEEDS_HTTPS;
}

export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  return { id: hostname, origin };
}

/** Browsers trust these names without https, since they lead to the machine itself. */
const isLocalhost = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost');

const NEEDS_HTTPS =
  'Passkeys need https, or a service at "localhost". The operator can put a proxy with a certificate before the service and set BASE_URL to its https address.';
const NEEDS_NAME =
  'Passkeys need a host with a name, since browsers make none for IP addresses. The operator can set BASE_URL to an https address with a name.';

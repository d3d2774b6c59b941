import { isIP } from 'node:net';
import { parseUrl } from '../text/text.rules';
import { hostOf, isWebPort, type EgressPolicy } from './egress-policy.rules';

export interface Target {
  url: URL;
  host: string;
  port: number;
}

/** The reason why a URL cannot be a target, else null. Names are not resolved here; addresses are checked at each connection. */
export function blockedUrlReason(text: string, policy: EgressPolicy): string | null {
  if (!parseUrl(text)) return SCHEME;
  const { url, host, port } = targetOf(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return SCHEME;
  if (url.username !== '' || url.password !== '') return CREDENTIALS;
  if (policy.allowsHost(host)) return null;

  const addresses = fixedAddresses(host);
  if (addresses) return addresses.some((address) => policy.permits(host, address, port)) ? null : reasonAgainst(port);
  if (policy.opensNetworks) return null;
  return isWebPort(port) && !isPrivateName(host) ? null : reasonAgainst(port);
}

/** The parts of a valid URL. The WHATWG parser converts every notation of an address to the canonical one. */
export function targetOf(text: string): Target {
  const url = new URL(text);
  const standardPort = url.protocol === 'https:' ? 443 : 80;
  return { url, host: hostOf(url), port: url.port === '' ? standardPort : Number(url.port) };
}

/** The addresses of a host that needs no lookup: an address, or localhost (RFC 6761, section 6.3). Null for any other host. */
export function fixedAddresses(host: string): readonly string[] | null {
  if (isIP(host)) return [host];
  return isNameIn(host, 'localhost') ? LOOPBACK : null;
}

/** True for names that exist only inside a network: mDNS (RFC 6762), private use, home networks (RFC 8375). */
const isPrivateName = (host: string): boolean => host === '' || ['local', 'internal', 'home.arpa'].some((domain) => isNameIn(host, domain));

const isNameIn = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const reasonAgainst = (port: number): string => (isWebPort(port) ? NOT_PUBLIC : PORT);

const LOOPBACK = ['127.0.0.1', '::1'];
const SCHEME = 'must be a complete URL with the scheme http:// or https://';
const CREDENTIALS = 'must not contain credentials (a user name or password)';
const NOT_PUBLIC =
  'must be an address in the public Internet, not in a private network, unless the operator allows it by EGRESS_ALLOW_HOSTS';
const PORT = 'must use port 80, 443 or a port from 1024 up';

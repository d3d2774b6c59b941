import { isIP } from 'node:net';
import { parseUrl } from '../url.rules';
import { hostOf, isWebPort, type EgressPolicy } from './egress-policy.rules';

/** Where a request goes, as rules, look-ups and connections need it. */
export interface Target {
  url: URL;
  host: string;
  port: number;
}

/**
 * What is wrong with a URL as the target of a request, or null. Needs no name look-up, so that a fault is found while a
 * workflow is being published; what the name leads to is judged again at each connection.
 */
export function blockedUrlReason(text: string, policy: EgressPolicy): string | null {
  if (!parseUrl(text)) return NOT_A_URL;
  const { url, host, port } = targetOf(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return NOT_A_URL;
  if (url.username !== '' || url.password !== '') return USER_INFO;
  if (policy.allowsHost(host)) return null;

  const addresses = fixedAddresses(host);
  if (addresses) return addresses.some((address) => policy.permits(host, address, port)) ? null : reasonAgainst(port);
  if (policy.opensNetworks) return null;
  return isWebPort(port) && !isPrivateName(host) ? null : reasonAgainst(port);
}

/** Splits a URL that has been found in order. The WHATWG parser has made every spelling of an address canonical. */
export function targetOf(text: string): Target {
  const url = new URL(text);
  const standardPort = url.protocol === 'https:' ? 443 : 80;
  return { url, host: hostOf(url), port: url.port === '' ? standardPort : Number(url.port) };
}

/** The addresses that a host has without a look-up: a literal is its own, and localhost is the loopback (RFC 6761, section 6.3). */
export function fixedAddresses(host: string): readonly string[] | null {
  if (isIP(host)) return [host];
  return isNameIn(host, 'localhost') ? LOOPBACK : null;
}

/** Names for use inside a network only: mDNS (RFC 6762), private use, home networks (RFC 8375). */
const isPrivateName = (host: string): boolean =>
  host === '' || ['local', 'internal', 'home.arpa'].some((domain) => isNameIn(host, domain));

const isNameIn = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

const reasonAgainst = (port: number): string => (isWebPort(port) ? NOT_PUBLIC : PORT);

const LOOPBACK = ['127.0.0.1', '::1'];
const NOT_A_URL = 'Give a complete address that begins with http:// or https://.';
const USER_INFO = 'Leave the user name and password out of the address.';
const NOT_PUBLIC = 'Give an address in the public Internet.';
const PORT = 'Use port 80, 443 or one from 1024 up.';

import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUnmappedAddress } from '../../platform/ip.rules';

/** The key under which an address is counted: IPv4 as a whole; for IPv6 its /64, the smallest network that a customer gets. */
export function networkOf(address: string): string {
  const found = unmapped(address);
  if (!(found instanceof ipaddr.IPv6)) return found.toString();
  return found.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** The network of an address, /24 or /48, which is enough to recognize a flood but too little to identify a person. */
export function clientNetworkOf(address: string | undefined): string | null {
  const plain = plainAddress(address ?? '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  return `${networkOf(plain).split(':').slice(0, 3).join(':')}::/48`;
}

/** The address without a port, which some proxies add, and without the IPv6 prefix of a mapped IPv4 address. */
const plainAddress = (address: string): string => unmapped(address).toString();

/** An IPv4 address, the usual case, remains a text and is not parsed, and so does a text that is not an address. */
function unmapped(address: string): string | ipaddr.IPv4 | ipaddr.IPv6 {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? [];
  const host = bracketed ?? address.replace(/^([\d.]+):\d+$/, '$1');
  return isIPv4(host) ? host : (parseUnmappedAddress(host) ?? host);
}

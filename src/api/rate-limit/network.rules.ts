import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUnmappedAddress } from '../../platform/ip.rules';

/** The key that an address is counted under: the address itself, or for IPv6 its /64, which is the least that one customer gets. */
export function networkOf(address: string): string {
  const found = unmapped(address);
  if (!(found instanceof ipaddr.IPv6)) return found.toString();
  return found.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** The network of an address, /24 or /48: enough to recognize a flood, too little to identify a person. */
export function clientNetworkOf(address: string | undefined): string | null {
  const plain = plainAddress(address ?? '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  return `${networkOf(plain).split(':').slice(0, 3).join(':')}::/48`;
}

/** The address alone: some proxies forward it with the port of the connection, and IPv4 may come mapped into IPv6. */
const plainAddress = (address: string): string => unmapped(address).toString();

/** An IPv4 address, the usual case, stays a text and is not parsed, and so does a text that is no address. */
function unmapped(address: string): string | ipaddr.IPv4 | ipaddr.IPv6 {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? [];
  const host = bracketed ?? address.replace(/^([\d.]+):\d+$/, '$1');
  return isIPv4(host) ? host : (parseUnmappedAddress(host) ?? host);
}

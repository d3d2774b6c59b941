import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

export interface IpNetwork {
  address: IpAddress;
  prefixLength: number;
}

/**
 * The IP address in a text, or null. ipaddr.js would also accept the short, octal and hexadecimal IPv4 notations of
 * `inet_aton`, which other programs read differently. The zone of an IPv6 address is dropped.
 */
export function parseAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  return isIPv6(text) ? ipaddr.IPv6.parse(text.replace(/%.*/, '')) : null;
}

/** The same, but an IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.7`, `::ffff:c000:207`) becomes the IPv4 address. */
export function parseUnmappedAddress(text: string): IpAddress | null {
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** True for an address of this machine that others do not reach. */
export const isLoopback = (text = ''): boolean => parseUnmappedAddress(text)?.range() === 'loopback';

/** True for a name or an address of this machine. IPv6 has no brackets. */
export const isLoopbackHost = (host: string): boolean => host.toLowerCase() === 'localhost' || isLoopback(host);

/** The network in a text in CIDR notation (RFC 4632), or null. A single address is the network of that address alone. */
export function parseNetwork(text: string): IpNetwork | null {
  const cidr = text.includes('/') ? text : `${text}/${isIPv4(text) ? 32 : 128}`;
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr) && !ipaddr.IPv6.isValidCIDR(cidr)) return null;
  const [address, prefixLength] = ipaddr.parseCIDR(cidr);
  return { address, prefixLength };
}

/** True when an address lies in a network of the same family. */
export const isInNetwork = (address: IpAddress, { address: base, prefixLength }: IpNetwork): boolean =>
  address.kind() === base.kind() && address.match(base, prefixLength);

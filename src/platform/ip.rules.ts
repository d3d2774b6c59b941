import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

export interface IpNetwork {
  address: IpAddress;
  prefixLength: number;
}

/**
 * The IP address in a text, else null. ipaddr.js alone would also accept the short, octal and hexadecimal IPv4 notations of `inet_aton`,
 * which other programs read differently. The zone of an IPv6 address is dropped.
 */
export function parseAddress(text: string): IpAddress | null {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  return isIPv6(text) ? ipaddr.IPv6.parse(text.replace(/%.*/, '')) : null;
}

/** Like `parseAddress`, but converts an IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.7`, `::ffff:c000:207`) to IPv4. */
export function parseUnmappedAddress(text: string): IpAddress | null {
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** True for a loopback address, which only this machine can reach. */
export const isLoopback = (text = ''): boolean => parseUnmappedAddress(text)?.range() === 'loopback';

/** True for `localhost` or a loopback address. An IPv6 address must not have brackets. */
export const isLoopbackHost = (host: string): boolean => host.toLowerCase() === 'localhost' || isLoopback(host);

/** The network in CIDR notation (RFC 4632), else null. A single address is a network with only that address. */
export function parseNetwork(text: string): IpNetwork | null {
  const cidr = text.includes('/') ? text : `${text}/${isIPv4(text) ? 32 : 128}`;
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr) && !ipaddr.IPv6.isValidCIDR(cidr)) return null;
  const [address, prefixLength] = ipaddr.parseCIDR(cidr);
  return { address, prefixLength };
}

export const isInNetwork = (address: IpAddress, { address: base, prefixLength }: IpNetwork): boolean =>
  address.kind() === base.kind() && address.match(base, prefixLength);

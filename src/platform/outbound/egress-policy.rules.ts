import { bareHostOf, parseUrl } from '../text/text.rules';
import { isIPv4, isIPv6 } from 'node:net';
import { isInNetwork, parseAddress, parseNetwork } from '../ip.rules';

/** The targets outside the public Internet that the operator allows. */
export interface EgressExceptions {
  /** Host names or addresses, as written in a URL. */
  allowHosts: readonly string[];
  allowCidrs: readonly string[];
}

/** Decides which hosts, addresses and ports outbound connections may reach. The constructor throws on malformed exceptions. */
export class EgressPolicy {
  private readonly allowedHosts: ReadonlySet<string>;
  private readonly isAllowedAddress: (address: string) => boolean;
  /** True when some private addresses are allowed. A private name is then allowed as well, since it may resolve to one of them. */
  readonly opensNetworks: boolean;

  constructor({ allowHosts, allowCidrs }: EgressExceptions) {
    this.allowedHosts = new Set(allowHosts.map(canonicalHost));
    this.isAllowedAddress = addressSet(allowCidrs);
    this.opensNetworks = allowCidrs.length > 0;
  }

  /** True for a name that the operator allows, with any address. */
  allowsHost(host: string): boolean {
    return this.allowedHosts.has(host);
  }

  /** Decides about one address of a host, before and after the connection. */
  permits(host: string, address: string, port: number): boolean {
    if (this.allowsHost(host) || this.isAllowedAddress(address)) return true;
    return isWebPort(port) && isPublicAddress(address);
  }
}

/** True for 80, 443 and all ports from 1024 on. Other well-known ports have protocols that an HTTP request could be smuggled into. */
export const isWebPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

export function hostOf(url: URL): string {
  const host = bareHostOf(url);
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function canonicalHost(text: string): string {
  const host = hostIn(text);
  if (host === null) throw new Error(`"${text}" is not a host name or address.`);
  return host;
}

/** The host in a text without scheme, port, path or pattern, in the notation of `hostOf`; null for any other text. */
export function hostIn(text: string): string | null {
  if (/[/?#@*\\\s]/.test(text)) return null;
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  const url = parseUrl(`http://${bare.includes(':') ? `[${bare}]` : bare}`);
  return url && hostOf(url);
}

/** True for a public address in its canonical notation, by the IANA special-purpose registries (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !isReserved(address);
  return isIPv6(address) && isGlobalUnicast(address) && !isReserved(address);
}

/** A function that tests whether an address is in one of the networks (CIDR notation or single addresses). Throws on a malformed one. */
export function addressSet(cidrs: readonly string[]): (address: string) => boolean {
  const networks = cidrs.map((cidr) => {
    const network = parseNetwork(cidr);
    if (!network) throw new Error(`"${cidr}" is not a network in CIDR notation.`);
    return network;
  });
  return (text) => {
    const address = parseAddress(text);
    return address !== null && networks.some((network) => isInNetwork(address, network));
  };
}

// In IPv6, only 2000::/3 is public unicast (RFC 4291). Therefore loopback, unspecified, IPv4-mapped and -compatible, NAT64 (64:ff9b::/96,
// 64:ff9b:1::/48), discard, segment routing, unique local, link-local, site-local and multicast addresses need no line below.
const isGlobalUnicast = addressSet(['2000::/3']);

const isReserved = addressSet([
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the internal host service of Azure
  '169.254.0.0/16', // link-local, with the metadata services of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, with the broadcast address
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which embeds any IPv4 address
  '3fff::/20', // documentation
]);

import { parseUrl } from '../url.rules';
import { addressSet, isPublicAddress } from './address.rules';

/** The targets outside the public Internet that the operator allows. */
export interface EgressExceptions {
  /** Host names or addresses, as written in a URL. */
  allowHosts: readonly string[];
  /** Networks in CIDR notation. */
  allowCidrs: readonly string[];
}

/**
 * Decides which hosts, addresses and ports the service may connect to on behalf of its users. The constructor throws on
 * malformed exceptions.
 */
export class EgressPolicy {
  private readonly allowedHosts: ReadonlySet<string>;
  private readonly isAllowedAddress: (address: string) => boolean;
  /** True when some private addresses are allowed, so that a private name may resolve to one of them. */
  readonly opensNetworks: boolean;

  constructor({ allowHosts, allowCidrs }: EgressExceptions) {
    this.allowedHosts = new Set(allowHosts.map(canonicalHost));
    this.isAllowedAddress = addressSet(allowCidrs);
    this.opensNetworks = allowCidrs.length > 0;
  }

  /** A name that the operator allows is allowed with every address. */
  allowsHost(host: string): boolean {
    return this.allowedHosts.has(host);
  }

  /** The decision for one address of a host, before and after connecting to it. */
  permits(host: string, address: string, port: number): boolean {
    if (this.allowsHost(host) || this.isAllowedAddress(address)) return true;
    return isWebPort(port) && isPublicAddress(address);
  }
}

/** The well-known ports below 1024 belong to other protocols, which an HTTP request could be smuggled into. */
export const isWebPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

/** The host of a URL without brackets around IPv6 and without a trailing dot. */
export function hostOf(url: URL): string {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function canonicalHost(text: string): string {
  const host = hostIn(text);
  if (host === null) throw new Error(`"${text}" is not a host name or address.`);
  return host;
}

/** The host in a text without scheme, port, path or pattern; null for any other text. */
function hostIn(text: string): string | null {
  if (/[/?#@*\\\s]/.test(text)) return null;
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  const url = parseUrl(`http://${bare.includes(':') ? `[${bare}]` : bare}`);
  return url && hostOf(url);
}

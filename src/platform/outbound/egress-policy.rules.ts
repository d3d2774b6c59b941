import { parseUrl } from '../url.rules';
import { addressSet, isPublicAddress } from './address.rules';

/** What the operator opens beyond the public Internet. */
export interface EgressExceptions {
  /** Host names or addresses, as they stand in a URL. */
  allowHosts: readonly string[];
  /** Networks in CIDR notation. */
  allowCidrs: readonly string[];
}

/** Which host, address and port the service may connect to on behalf of its users. Refuses malformed exceptions when it is made. */
export class EgressPolicy {
  private readonly allowedHosts: ReadonlySet<string>;
  private readonly isAllowedAddress: (address: string) => boolean;
  /** Whether some private addresses are open, so that a private name may turn out to be fine. */
  readonly opensNetworks: boolean;

  constructor({ allowHosts, allowCidrs }: EgressExceptions) {
    this.allowedHosts = new Set(allowHosts.map(canonicalHost));
    this.isAllowedAddress = addressSet(allowCidrs);
    this.opensNetworks = allowCidrs.length > 0;
  }

  /** The operator trusts a name wherever it leads. */
  allowsHost(host: string): boolean {
    return this.allowedHosts.has(host);
  }

  /** The final word, for an address that a host has and that is about to be, or has been, connected to. */
  permits(host: string, address: string, port: number): boolean {
    if (this.allowsHost(host) || this.isAllowedAddress(address)) return true;
    return isWebPort(port) && isPublicAddress(address);
  }
}

/** The well-known ports below 1024 belong to other protocols, which an HTTP request could be smuggled into. */
export const isWebPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024;

/** The host of a URL as rules and look-ups see it: no brackets around IPv6, no dot at the end. */
export function hostOf(url: URL): string {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function canonicalHost(text: string): string {
  const host = hostIn(text);
  if (host === null) throw new Error(`"${text}" is not a host name or address.`);
  return host;
}

/** The host that a text names without scheme, port, path or pattern; null for anything else. */
function hostIn(text: string): string | null {
  if (/[/?#@*\\\s]/.test(text)) return null;
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  const url = parseUrl(`http://${bare.includes(':') ? `[${bare}]` : bare}`);
  return url && hostOf(url);
}

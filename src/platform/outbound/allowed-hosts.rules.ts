import { parseUrl } from '../text/text.rules';
import { hostIn, hostOf } from './egress-policy.rules';

/** A host in the only notation in which hosts are compared; null for a text with a port, a path or a pattern, or without a host. */
export const normalizedHost = (text: string): string | null => hostIn(text) || null;

/** True when a URL leads to one of these normalized hosts, or when there are none. */
export function isAllowedHost(url: string, hosts: readonly string[]): boolean {
  if (hosts.length === 0) return true;
  const parsed = parseUrl(url);
  return parsed !== null && hosts.includes(hostOf(parsed));
}

/** The host of an address that may be a template; null where a value decides it, and for what is no address. */
export function fixedHostOf(address: string): string | null {
  const [fixed] = address.split(/\{[{%]/, 1) as [string];
  if (fixed !== address && !HAS_WHOLE_HOST.test(fixed.replace(/[\t\r\n]/g, ''))) return null;
  const url = parseUrl(fixed);
  return url && hostOf(url);
}

/** A beginning of a URL in which something behind the host follows, so that nothing can be added to it. */
const HAS_WHOLE_HOST = /^ *https?:[\\/]*[^\\/?#]+[\\/?#]/i;

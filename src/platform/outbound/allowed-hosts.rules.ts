import { parseUrl } from '../text/text.rules';
import { hostIn, hostOf } from './egress-policy.rules';

/** The host in the notation in which hosts are compared; null for a text with a port, a path or a pattern, or without a host. */
export const normalizedHost = (text: string): string | null => hostIn(text) || null;

/** True when the URL leads to one of these normalized hosts, or when there are no hosts. */
export function isAllowedHost(url: string, hosts: readonly string[]): boolean {
  if (hosts.length === 0) return true;
  const parsed = parseUrl(url);
  return parsed !== null && hosts.includes(hostOf(parsed));
}

/** The host of a URL that may be a template; null when a value decides it, or when the text is not a URL. */
export function fixedHostOf(address: string): string | null {
  const [fixed] = address.split(/\{[{%]/, 1) as [string];
  if (fixed !== address && !HAS_WHOLE_HOST.test(fixed.replace(/[\t\r\n]/g, ''))) return null;
  const url = parseUrl(fixed);
  return url && hostOf(url);
}

/** The beginning of a URL that has a delimiter after the host, so that a value cannot extend the host. */
const HAS_WHOLE_HOST = /^ *https?:[\\/]*[^\\/?#]+[\\/?#]/i;

import { isIPv4, isIPv6 } from 'node:net';
import { networkOf, plainAddress } from '../api/rate-limit/network.rules';

/** The network that an address is in, as much as is kept of it: enough to see a flood, too little to name a person. */
export function storedNetwork(address: string | undefined): string | null {
  const plain = plainAddress(address ?? '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  return `${networkOf(plain).split(':').slice(0, 3).join(':')}::/48`;
}

/** The beginning of what a browser calls itself. */
export const storedUserAgent = (header: string | undefined): string | null =>
  header ? [...header.toWellFormed().replaceAll('\0', '')].slice(0, 255).join('') : null;

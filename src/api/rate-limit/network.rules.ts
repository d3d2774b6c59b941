import { isIPv6 } from 'node:net';

/** What counts as one address in a limit: one IPv6 customer commands a whole /64. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/** The address alone: some proxies forward it with the port of the connection, and IPv4 comes mapped into IPv6. */
export function plainAddress(address: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(address) ?? [];
  const host = bracketed ?? address.replace(/^([\d.]+):\d+$/, '$1');
  return host.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const front = head.split(':').filter(Boolean);
  const back = (tail ?? '').split(':').filter(Boolean);
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(gap, 0)).fill('0'), ...back];
  return groups.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase());
}

import { networkInterfaces } from 'node:os';
import { isIP } from 'node:net';
import type { Config } from '../../platform/config/config';
import { fixedAddresses, type Target, targetOf } from '../../platform/outbound/target.rules';
import { parseUrl } from '../../platform/text/text.rules';

type OwnAddress = Pick<Config, 'baseUrl' | 'port'>;

/**
 * Tests whether a URL leads to the submit address or the page of a form of this service, however its host is written: as in `BASE_URL`, or as
 * an address of this machine. Names that only the operator's resolver or proxy knows, and redirects, are left to the number of hops.
 */
export function ownSubmitAddresses({ baseUrl, port }: OwnAddress, addresses = addressesOfMachine()): (url: string) => boolean {
  const base = targetOf(baseUrl);
  const ports = new Set([port, base.port, ...(WEB_PORTS.includes(base.port) ? WEB_PORTS : [])]);
  const isHere = ({ host }: Target) =>
    host === base.host || (fixedAddresses(host)?.some((address) => isLocal(address) || addresses.includes(address)) ?? false);
  return (text) => {
    if (!parseUrl(text)) return false;
    const target = targetOf(text);
    return SUBMIT_PATH.test(decoded(target.url.pathname)) && ports.has(target.port) && isHere(target);
  };
}

const WEB_PORTS = [80, 443];
const SUBMIT_PATH = /\/(?:api\/v1\/forms\/[^/]+\/submit|f\/[^/]+)\/?$/;

/** Loopback and the unspecified address, which connects to this machine, also as addresses of IPv4 in those of IPv6. */
const isLocal = (address: string): boolean => /^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:(?:7f|0:0$))/.test(address);

/** The addresses of the interfaces of this machine. */
const addressesOfMachine = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((found) => (found ?? []).map(({ address }) => address))
    .filter((address) => isIP(address) !== 0);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

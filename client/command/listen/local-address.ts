import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { parseUrl } from '../../../src/platform/text/text.rules.js';
import { Fault } from '../faults.js';

/** An address on this machine. Requests go to the addresses that were judged, whatever the name resolves to later. */
export interface LocalAddress {
  url: URL;
  addresses: readonly { address: string; family: number }[];
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const TIMEOUT_MS = 15_000;

/** Resolves an address. Throws a `Fault` unless it is on this machine, since submissions of visitors must not go elsewhere. */
export async function localAddressOf(text: string): Promise<LocalAddress> {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Fault('--to must be an address on this machine, such as http://localhost:8787/hook.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new Fault(`${host} cannot be resolved.`, { cause });
  });
  const isLocal = addresses.every(({ address }) => LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'));
  if (!isLocal) throw new Fault(`${host} is not on this machine. --to takes localhost, 127.0.0.0/8 and ::1 only.`);
  return { url, addresses };
}

/** Posts a text as JSON. Resolves with the status; the rest of the answer is not read, and redirects are not followed. */
export function post(
  { url, addresses }: LocalAddress,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const resolved: LookupFunction = (_, options, callback) =>
    options.all ? callback(null, [...addresses]) : callback(null, addresses[0]!.address, addresses[0]!.family);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      lookup: resolved,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.end(body);
  });
}

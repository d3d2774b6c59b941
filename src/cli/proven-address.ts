import { isLoopback } from '../platform/ip.rules';
import type { ServiceAddress } from '../platform/lifecycle/service-address-file';
import { ANYWHERE, isProven, makeChallenge, placeOf } from '../platform/lifecycle/service-proof.rules';

/** The address of a service, and the keys that it shares with its commands, by one of which it is known. */
export interface KnownAddress extends ServiceAddress {
  proofKeys: readonly Buffer[];
}

/**
 * The address at which the service answers and proves that it is that one, on this machine if it can be reached there; or null. Before that
 * nothing is sent but a challenge. Adds to `unproven` where somebody else answers.
 */
export async function provenAddress({ baseUrl, port, proofKeys }: KnownAddress, unproven: string[]): Promise<string | null> {
  const addresses = new Set([`http://127.0.0.1:${port}`, `http://[::1]:${port}`, inLiterals(baseUrl)]);
  for (const address of addresses) {
    const challenge = makeChallenge();
    const answer = await answerAt(address, challenge);
    if (answer !== null && isProven(answer, proofKeys, challenge, placeOfAddress(address))) return address;
    if (answer !== null) unproven.push(address);
  }
  return null;
}

/** The name "localhost" may lead to another program than the address that the service listens on. */
function inLiterals(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  return url.href.replace(/\/$/, '');
}

/** A program on this machine that only hands on the challenge has another address than the service. */
function placeOfAddress(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return isLoopback(host) ? placeOf(host, Number(port || DEFAULT_PORTS[protocol])) : ANYWHERE;
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** The answer to the challenge; null where nobody answers. A redirect leads to somebody else. */
async function answerAt(address: string, challenge: string): Promise<string | null> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const { body } = await fetch(`${address}/healthz?challenge=${challenge}`, { signal, redirect: 'manual' });
    return await beginningOf(body ?? []);
  } catch {
    return null;
  }
}

async function beginningOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length > MAX_ANSWER_BYTES) break;
  }
  return text;
}

const ANSWER_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 16_384;

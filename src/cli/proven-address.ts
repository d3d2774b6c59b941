import { isLoopback } from '../platform/ip.rules';
import type { ServiceAddress } from '../platform/lifecycle/service-address-file';
import { ANYWHERE, isProven, makeChallenge, placeOf } from '../platform/lifecycle/service-proof.rules';

/** The address of a service, and the keys with which it proves its identity to its commands. */
export interface KnownAddress extends ServiceAddress {
  proofKeys: readonly Buffer[];
}

/**
 * Returns the first address, local ones first, at which the service answers and proves its identity, or null. The service gets only a
 * challenge until then. Addresses where another program answers are added to `unproven`.
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

/** Replaces `localhost`, which may resolve to another address than the one on which the service listens. */
function inLiterals(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  return url.href.replace(/\/$/, '');
}

/** The proof covers this value: a local program that only relays the challenge has another address than the service. */
function placeOfAddress(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  return isLoopback(host) ? placeOf(host, Number(port || DEFAULT_PORTS[protocol])) : ANYWHERE;
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** Returns the answer to the challenge, or null without one. Redirects are not followed, since they lead to another server. */
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

import type { EgressPolicy } from './egress-policy.rules';
import { wireHeaderFaults } from './headers.rules';
import { nameResolver, type ResolveName } from './name-resolver';
import { NotConnected, openConnection } from './outbound-connection';
import { exchange } from './outbound-exchange';
import type { OutboundRequest, OutboundResult } from './outbound.types';
import { blockedUrlReason, targetOf } from './target.rules';

export interface OutboundHttpOptions {
  resolve?: ResolveName;
  /** For look-up, connection and TLS handshake together. */
  connectTimeoutMs?: number;
  /** For a whole exchange; a request may ask for less. */
  maxTimeoutMs?: number;
  /** How much of an answer's body is read before the connection is dropped. */
  maxResponseBytes?: number;
  /** PEM certificates of authorities to trust instead of the public ones. */
  authorities?: string;
}

/**
 * Calls addresses that users chose, without letting them reach what only the service can reach. Each request has a connection of its own,
 * to an address that was checked; redirects are not followed, proxy settings of the environment are not read, and
 * nothing of an answer's body leaves this class.
 */
export class OutboundHttp {
  private readonly options: Required<Omit<OutboundHttpOptions, 'authorities'>> & { authorities?: string };

  constructor(
    private readonly policy: EgressPolicy,
    options: OutboundHttpOptions = {},
  ) {
    this.options = { resolve: nameResolver(), ...DEFAULTS, ...options };
  }

  /** One attempt. Whatever the network does is a result; only a header that must not be sent is thrown, before anything happens. */
  async send(request: OutboundRequest): Promise<OutboundResult> {
    refuseFaultyHeaders(request.headers);
    const isBlocked = blockedUrlReason(request.url, this.policy) !== null;
    if (isBlocked) return { kind: 'refused', errorCode: 'target_not_allowed' };

    const { connectTimeoutMs, maxTimeoutMs, maxResponseBytes, ...connection } = this.options;
    const target = targetOf(request.url);
    const startedAtMs = performance.now();
    const timeoutMs = Math.min(request.timeoutMs ?? maxTimeoutMs, maxTimeoutMs);
    const deadlineMs = startedAtMs + timeoutMs;
    try {
      const limits = { policy: this.policy, timeoutMs: Math.min(connectTimeoutMs, timeoutMs) };
      const socket = await openConnection(target, { ...connection, ...limits });
      return await exchange(socket, request, { url: target.url, startedAtMs, deadlineMs, maxResponseBytes });
    } catch (error) {
      if (error instanceof NotConnected) return { kind: 'refused', errorCode: error.errorCode };
      throw error;
    }
  }
}

const DEFAULTS = { connectTimeoutMs: 5000, maxTimeoutMs: 15_000, maxResponseBytes: 64 * 1024 };

function refuseFaultyHeaders(headers: OutboundRequest['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    const [fault] = wireHeaderFaults(name, value);
    if (fault) throw new TypeError(`A header cannot be sent. ${fault}`);
  }
}

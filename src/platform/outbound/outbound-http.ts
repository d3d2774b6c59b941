import type { EgressPolicy } from './egress-policy.rules';
import { wireHeaderFaults } from './headers.rules';
import { nameResolver, type ResolveName } from './name-resolver';
import { NotConnected, openConnection } from './outbound-connection';
import { exchange } from './outbound-exchange';
import type { OutboundRequest, OutboundResult } from './outbound.types';
import { blockedUrlReason, targetOf } from './target.rules';

export interface OutboundHttpOptions {
  resolve?: ResolveName;
  /** The timeout of the lookup, the connection and the TLS handshake together. */
  connectTimeoutMs?: number;
  /** The timeout of a whole exchange; a request may set a shorter one. */
  maxTimeoutMs?: number;
  /** The part of a response body that is read before the connection is closed. */
  maxResponseBytes?: number;
  /** PEM certificates of authorities to trust instead of the public ones. */
  authorities?: string;
}

/**
 * An HTTP client for URLs that users choose, protected against server-side request forgery. Each request has a connection of its own to an
 * address that was checked; redirects are not followed, proxy settings of the environment are ignored, and response bodies are discarded.
 */
export class OutboundHttp {
  private readonly options: Required<Omit<OutboundHttpOptions, 'authorities'>> & { authorities?: string };

  constructor(
    private readonly policy: EgressPolicy,
    options: OutboundHttpOptions = {},
  ) {
    this.options = { resolve: nameResolver(), ...DEFAULTS, ...options };
  }

  /** Makes one attempt. Network errors are results; only a header that cannot be sent is thrown, before anything else happens. */
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

import type { OnApplicationShutdown } from '@nestjs/common';
import { ConnectionPool } from './connection-pool';
import type { EgressPolicy } from './egress-policy.rules';
import { wireHeaderErrors } from './headers.rules';
import { HttpConnection } from './http-connection';
import { nameResolver, type ResolveName } from './name-resolver';
import { NotConnected, openConnection } from './outbound-connection';
import { exchange, type Exchange, type ExchangeOptions } from './outbound-exchange';
import type { OutboundRequest, OutboundResult } from './outbound.types';
import { blockedUrlReason, targetOf, type Target } from './target.rules';

export interface OutboundHttpOptions {
  resolve?: ResolveName;
  /** The time limit of the lookup, the connection and the TLS handshake together. */
  connectTimeoutMs?: number;
  /** The time limit of a whole exchange. A request may set a shorter one. */
  maxTimeoutMs?: number;
  /** The most bytes of a response body that are read before the connection is closed. */
  maxResponseBytes?: number;
  /** The time that a connection may be idle before it is closed. A receiver may ask for a shorter one. */
  idleTimeoutMs?: number;
  /** PEM certificates of authorities to trust instead of the public ones. */
  authorities?: string;
}

/**
 * An HTTP client for URLs that users choose, protected against server-side request forgery: it connects only to checked addresses, follows
 * no redirects, ignores the proxy settings of the environment, and discards the body of an answer unless a request asks for it. A request
 * that may be repeated can reuse an open connection. All requests to an origin share connections, which have no cookies or authentication.
 */
export class OutboundHttp implements OnApplicationShutdown {
  private readonly options: Required<Omit<OutboundHttpOptions, 'authorities'>> & { authorities?: string };
  private readonly pool = new ConnectionPool();

  constructor(
    private readonly policy: EgressPolicy,
    options: OutboundHttpOptions = {},
  ) {
    this.options = { resolve: nameResolver(), ...DEFAULTS, ...options };
  }

  /** Closes the idle connections. Requests in progress close theirs when they end. */
  onApplicationShutdown(): void {
    this.pool.close();
  }

  /** Makes one attempt. Network errors are results. Throws only for an invalid header, before anything else happens. */
  async send(request: OutboundRequest): Promise<OutboundResult> {
    refuseInvalidHeaders(request.headers);
    const isBlocked = blockedUrlReason(request.url, this.policy) !== null;
    if (isBlocked) return { kind: 'refused', errorCode: 'target_not_allowed' };

    const { maxTimeoutMs, maxResponseBytes } = this.options;
    const target = targetOf(request.url);
    const startedAtMs = performance.now();
    const deadlineMs = startedAtMs + Math.min(request.timeoutMs ?? maxTimeoutMs, maxTimeoutMs);
    const attempt = { request, target, options: { url: target.url, startedAtMs, deadlineMs, maxResponseBytes } };
    return request.mayArriveTwice ? this.sendKeptAlive(attempt) : this.sendOverNew(attempt, null);
  }

  /**
   * Sends over an idle connection, if there is one. When that is lost before the first byte of an answer, the receiver may have closed it
   * while it was idle, so the request is sent once more over a new connection (RFC 9110, section 9.2.2; RFC 9112, section 9.3.1).
   */
  private async sendKeptAlive(attempt: Attempt): Promise<OutboundResult> {
    const idle = this.takeIdle(attempt.target);
    const first = idle && (await this.exchangeOver(idle, attempt));
    if (first && !first.isLost) return first.result;
    const second = await this.sendOverNew(attempt, this.options.idleTimeoutMs);
    const wasSentBefore = first?.result.kind === 'unknown';
    return wasSentBefore && second.kind === 'refused' ? first.result : second;
  }

  /** Takes an idle connection. Its remote address was checked when it was opened and cannot change, but the policy checks it once more. */
  private takeIdle({ url, host, port }: Target): HttpConnection | null {
    const connection = this.pool.take(url.origin);
    if (!connection || this.policy.permits(host, connection.socket.remoteAddress ?? '', port)) return connection;
    connection.close();
    return null;
  }

  /** Sends over a new connection, which is used only once when its idle timeout is null. */
  private async sendOverNew(attempt: Attempt, idleTimeoutMs: number | null): Promise<OutboundResult> {
    try {
      const connection = new HttpConnection(await this.open(attempt), attempt.target.url.origin, idleTimeoutMs);
      return (await this.exchangeOver(connection, attempt)).result;
    } catch (error) {
      if (error instanceof NotConnected) return { kind: 'refused', errorCode: error.errorCode };
      throw error;
    }
  }

  private async exchangeOver(connection: HttpConnection, { request, options }: Attempt): Promise<Exchange> {
    const exchanged = await exchange(connection, request, options);
    if (exchanged.isComplete && connection.isReusable) this.pool.put(connection);
    else connection.close();
    return exchanged;
  }

  private open({ target, options: { deadlineMs } }: Attempt) {
    const { resolve, authorities, connectTimeoutMs } = this.options;
    const timeoutMs = Math.max(Math.min(connectTimeoutMs, deadlineMs - performance.now()), 0);
    return openConnection(target, { policy: this.policy, resolve, authorities, timeoutMs });
  }
}

interface Attempt {
  request: OutboundRequest;
  target: Target;
  options: ExchangeOptions;
}

const DEFAULTS = { connectTimeoutMs: 5000, maxTimeoutMs: 15_000, maxResponseBytes: 64 * 1024, idleTimeoutMs: 10_000 };

function refuseInvalidHeaders(headers: OutboundRequest['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    const [error] = wireHeaderErrors(name, value);
    if (error) throw new TypeError(`A header cannot be sent. ${error}`);
  }
}

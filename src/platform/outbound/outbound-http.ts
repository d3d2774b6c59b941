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
  /** The timeout of the lookup, the connection and the TLS handshake together. */
  connectTimeoutMs?: number;
  /** The timeout of a whole exchange; a request may set a shorter one. */
  maxTimeoutMs?: number;
  /** The part of a response body that is read before the connection is closed. */
  maxResponseBytes?: number;
  /** The time that a connection may be idle before it is closed; a receiver may ask for a shorter one. */
  idleTimeoutMs?: number;
  /** PEM certificates of authorities to trust instead of the public ones. */
  authorities?: string;
}

/**
 * An HTTP client for URLs that users choose, protected against server-side request forgery. Connections are made only to addresses that
 * were checked, redirects are not followed, proxy settings of the environment are ignored, and the body of an answer is discarded unless a
 * request asks for it. A request that may be repeated can use a connection that an earlier one has left open. Connections carry no state of
 * a user, neither cookies nor authentication, so that all requests to an origin share them.
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

  /** Closes the idle connections. Requests that are in progress close theirs when they end. */
  onApplicationShutdown(): void {
    this.pool.close();
  }

  /** Makes one attempt. Network errors are results; only a header that cannot be sent is thrown, before anything else happens. */
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
   * Sends over an idle connection, if there is one. A connection that is lost before a byte of an answer may have been closed by the
   * receiver while it was idle, so the request is sent once more over a new one (RFC 9110 section 9.2.2, RFC 9112 section 9.3.1).
   */
  private async sendKeptAlive(attempt: Attempt): Promise<OutboundResult> {
    const idle = this.takeIdle(attempt.target);
    const first = idle && (await this.exchangeOver(idle, attempt));
    if (first && !first.isLost) return first.result;
    const second = await this.sendOverNew(attempt, this.options.idleTimeoutMs);
    const wasSentBefore = first?.result.kind === 'unknown';
    return wasSentBefore && second.kind === 'refused' ? first.result : second;
  }

  /** The policy judges the connection again. The address that it reached was checked when it was opened, and cannot change. */
  private takeIdle({ url, host, port }: Target): HttpConnection | null {
    const connection = this.pool.take(url.origin);
    if (!connection || this.policy.permits(host, connection.socket.remoteAddress ?? '', port)) return connection;
    connection.close();
    return null;
  }

  /** Sends over a connection of its own, which is used for nothing else when its idle timeout is null. */
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

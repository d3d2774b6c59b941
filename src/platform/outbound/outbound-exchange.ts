import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { retryAfterSeconds } from './delivery-outcome.rules';
import { wireHeaderValue } from './headers.rules';
import type { OutboundRequest, OutboundResult } from './outbound.types';
import { lossErrorCode } from './socket-error.rules';

export interface ExchangeOptions {
  url: URL;
  /** The start of the attempt and its deadline, by the monotonic clock. */
  startedAtMs: number;
  deadlineMs: number;
  maxResponseBytes: number;
}

/** Sends one request over a connection of its own, reads the response and closes the connection. */
export function exchange(socket: Socket, request: OutboundRequest, options: ExchangeOptions): Promise<OutboundResult> {
  const { url, deadlineMs } = options;
  const { method, body } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, wireHeaderValue(value)]),
  );
  const client = new Client(url.origin, {
    connect: connectorOf(socket),
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let timer: NodeJS.Timeout;
  return new Promise<OutboundResult>((settle) => {
    const handler = new ExchangeHandler(options, settle);
    timer = setTimeout(() => handler.end('ETIMEDOUT'), deadlineMs - performance.now());
    client.dispatch({ path: url.pathname + url.search, method, headers, body }, handler);
  }).finally(() => {
    clearTimeout(timer);
    socket.destroy();
    void client.destroy();
  });
}

/** Gives the client the checked socket once. If that is lost before it is used, the client must not open another one itself. */
function connectorOf(socket: Socket) {
  const sockets = [socket];
  return (_options: unknown, accept: (...args: [null, Socket] | [Error, null]) => void) => {
    const next = sockets.pop();
    queueMicrotask(() => (next ? accept(null, next) : accept(new Error('The connection is lost.'), null)));
  };
}

/** Handles the events of one request. Only the first end counts. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  private isSent = false;
  private answer: { status: number; latencyMs: number; retryAfterSeconds: number | null } | null = null;
  private bytes = 0;

  constructor(
    private readonly options: ExchangeOptions,
    private readonly settle: (result: OutboundResult) => void,
  ) {}

  /** Called when the connection is ready, synchronously before the client writes head and body. Nothing is written earlier. */
  onRequestStart(): void {
    this.isSent = true;
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    const isInterim = status < 200;
    if (isInterim) return;
    const latencyMs = Math.round(performance.now() - this.options.startedAtMs);
    this.answer = { status, latencyMs, retryAfterSeconds: retryAfterSeconds(headers['retry-after'], Date.now()) };
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > this.options.maxResponseBytes) this.end();
  }

  onResponseEnd(): void {
    this.end();
  }

  onResponseError(_controller: unknown, error: NodeJS.ErrnoException): void {
    this.end(error.code);
  }

  /** The head of the response decides the outcome, also when the body is incomplete or never ends. */
  end(code?: string): void {
    if (this.answer) {
      const bytes = Math.min(this.bytes, this.options.maxResponseBytes);
      return this.settle({ kind: 'answered', ...this.answer, bytes });
    }
    const errorCode = lossErrorCode(code);
    if (this.isSent) return this.settle({ kind: 'unknown', errorCode });
    this.settle({ kind: 'refused', errorCode: errorCode === 'timeout' ? 'timeout' : 'connection_reset' });
  }
}

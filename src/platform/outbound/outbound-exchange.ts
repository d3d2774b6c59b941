import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { retryAfterSeconds } from './delivery-outcome.rules';
import { wireHeaderValue } from './headers.rules';
import type { HttpConnection } from './http-connection';
import type { OutboundRequest, OutboundResult } from './outbound.types';
import { ExcerptReader } from './response-excerpt.rules';
import { lossErrorCode } from './socket-error.rules';

export interface ExchangeOptions {
  url: URL;
  /** The start and the deadline of the attempt, by the monotonic clock. */
  startedAtMs: number;
  deadlineMs: number;
  maxResponseBytes: number;
}

export interface Exchange {
  result: OutboundResult;
  /** True when the whole answer was read, so that another request may follow. */
  isComplete: boolean;
  /** True when the connection was lost before the first byte of an answer. */
  isLost: boolean;
}

/** Sends one request over a connection that has no other request in progress, and reads the response. The connection stays open. */
export async function exchange({ client, socket }: HttpConnection, request: OutboundRequest, options: ExchangeOptions): Promise<Exchange> {
  const { url, deadlineMs } = options;
  const { method, body } = request;
  const bytesBefore = socket.bytesRead;
  let timer: NodeJS.Timeout;
  const ended = await new Promise<Omit<Exchange, 'isLost'>>((settle) => {
    const handler = new ExchangeHandler(options, request.readsBody ? [] : null, request.readsExcerpt === true, settle);
    timer = setTimeout(() => handler.end('ETIMEDOUT'), Math.max(deadlineMs - performance.now(), 0));
    client.dispatch({ path: url.pathname + url.search, method, headers: wireHeaders(request), body }, handler);
  }).finally(() => clearTimeout(timer));
  return { ...ended, isLost: isLost(ended.result, socket.bytesRead > bytesBefore) };
}

/** A timeout is not a loss, since the answer may still arrive. */
function isLost(result: OutboundResult, hasAnswerBegun: boolean): boolean {
  if (result.kind === 'answered' || result.errorCode === 'timeout') return false;
  return result.kind === 'refused' || !hasAnswerBegun;
}

const wireHeaders = ({ headers }: OutboundRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, wireHeaderValue(value)]));

/** Handles the events of one request. Only the first end counts. */
class ExchangeHandler implements Dispatcher.DispatchHandler {
  private isSent = false;
  private answer: { status: number; latencyMs: number; retryAfterSeconds: number | null } | null = null;
  private bytes = 0;
  private excerpt: ExcerptReader | null = null;

  constructor(
    private readonly options: ExchangeOptions,
    /** The chunks of the body; null to discard the body. */
    private readonly chunks: Buffer[] | null,
    private readonly readsExcerpt: boolean,
    private readonly settle: (ended: Omit<Exchange, 'isLost'>) => void,
  ) {}

  /** Called synchronously when the connection is ready, before the client writes anything. */
  onRequestStart(): void {
    this.isSent = true;
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    const isInterim = status < 200;
    if (isInterim) return;
    if (this.readsExcerpt) this.excerpt = new ExcerptReader(headers);
    const latencyMs = Math.round(performance.now() - this.options.startedAtMs);
    this.answer = { status, latencyMs, retryAfterSeconds: retryAfterSeconds(headers['retry-after'], Date.now()) };
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.bytes += chunk.length;
    this.chunks?.push(chunk);
    this.excerpt?.add(chunk);
    if (this.bytes > this.options.maxResponseBytes) this.end();
  }

  onResponseEnd(): void {
    const result = this.resultOf({ isComplete: true });
    if (this.chunks && result.kind === 'answered') result.body = Buffer.concat(this.chunks);
    this.settle({ result, isComplete: true });
  }

  onResponseError(_controller: unknown, error: NodeJS.ErrnoException): void {
    this.end(error.code);
  }

  end(code?: string): void {
    this.settle({ result: this.resultOf({ isComplete: false, code }), isComplete: false });
  }

  /** The status line and headers decide the outcome, even when the body is incomplete or never ends. */
  private resultOf({ isComplete, code }: { isComplete: boolean; code?: string }): OutboundResult {
    if (this.answer) {
      const bytes = Math.min(this.bytes, this.options.maxResponseBytes);
      return { kind: 'answered', ...this.answer, bytes, ...(this.excerpt && { excerpt: this.excerpt.read(isComplete) }) };
    }
    const errorCode = lossErrorCode(code);
    if (this.isSent) return { kind: 'unknown', errorCode };
    return { kind: 'refused', errorCode: errorCode === 'timeout' ? 'timeout' : 'connection_reset' };
  }
}

import type { BeforeApplicationShutdown } from '@nestjs/common';
import { OtlpSpans } from './otlp-spans';
import type { FinishedSpan } from './spans';

export type EndingSpan = Omit<FinishedSpan, 'startMs' | 'endMs'>;

/**
 * Traces for OpenTelemetry. Spans are recorded when they have ended, so that a request knows the trace that it belongs to only in the end,
 * and no context has to be carried along. Without an endpoint nothing is recorded and no library is loaded.
 */
export class Tracing implements BeforeApplicationShutdown {
  constructor(private readonly sink: OtlpSpans | null) {}

  static async open(endpoint: string | null): Promise<Tracing> {
    return new Tracing(endpoint === null ? null : await OtlpSpans.open(endpoint));
  }

  get isOn(): boolean {
    return this.sink !== null;
  }

  end(span: EndingSpan, durationMs: number): void {
    const endMs = Date.now();
    this.sink?.add({ ...span, startMs: endMs - durationMs, endMs });
  }

  /** Records a span that has ended before. */
  add(span: FinishedSpan): void {
    this.sink?.add(span);
  }

  /** Records the time until the work ends. A rejection is a failure. */
  async time<Result>(span: Omit<EndingSpan, 'hasFailed'>, work: Promise<Result>): Promise<Result> {
    const startedAtMs = performance.now();
    let hasFailed = true;
    try {
      const result = await work;
      hasFailed = false;
      return result;
    } finally {
      this.end({ ...span, hasFailed }, performance.now() - startedAtMs);
    }
  }

  /** Requests and runs have ended by then. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.sink?.close();
  }
}

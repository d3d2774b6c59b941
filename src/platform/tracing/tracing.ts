import type { BeforeApplicationShutdown } from '@nestjs/common';
import { OtlpSpans } from './otlp-spans';
import type { FinishedSpan } from './spans';

export type EndingSpan = Omit<FinishedSpan, 'startMs' | 'endMs'>;

/**
 * Traces for OpenTelemetry. A span is recorded after its end, so that a request need not know its trace before, and no context has to be
 * passed along. Without an endpoint, nothing is recorded and no library is loaded.
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

  add(span: FinishedSpan): void {
    this.sink?.add(span);
  }

  /** Records the duration of the work. A rejection counts as a failure. */
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

  /** Sends the remaining spans. Requests and runs have ended before this hook. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.sink?.close();
  }
}

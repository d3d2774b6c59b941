import { type HrTime, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { SERVICE_NAME } from '../config/settings';
import type { FinishedSpan } from './spans';

/**
 * Sends spans to a collector by OTLP over HTTP, in batches. While the collector is unavailable, spans are dropped, and nothing waits. The
 * exporter reads other variables of the OpenTelemetry specification as well, such as `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export class OtlpSpans {
  private constructor(
    private readonly processor: SpanProcessor,
    private readonly resource: Resource,
  ) {}

  static async open(endpoint: string): Promise<OtlpSpans> {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    const { BatchSpanProcessor } = await import('@opentelemetry/sdk-trace');
    const { resourceFromAttributes } = await import('@opentelemetry/resources');
    const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
    const processor = new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS });
    return new OtlpSpans(processor, resourceFromAttributes({ 'service.name': SERVICE_NAME }));
  }

  add(span: FinishedSpan): void {
    this.processor.onEnd(readableSpanOf(span, this.resource));
  }

  async close(): Promise<void> {
    await this.processor.shutdown().catch(() => undefined);
  }
}

const EXPORT_TIMEOUT_MS = 3_000;

function readableSpanOf(span: FinishedSpan, resource: Resource): ReadableSpan {
  const { name, traceId, spanId, parentId, startMs, endMs, attributes, hasFailed } = span;
  const context = contextOf(traceId, spanId);
  return {
    name,
    kind: KINDS[span.kind],
    spanContext: () => context,
    parentSpanContext: parentId === undefined ? undefined : contextOf(traceId, parentId),
    startTime: timeOf(startMs),
    endTime: timeOf(endMs),
    duration: timeOf(endMs - startMs),
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    resource,
    ended: true,
    ...CONSTANT,
  };
}

const contextOf = (traceId: string, spanId: string): SpanContext => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });

const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

const KINDS: Record<FinishedSpan['kind'], SpanKind> = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

const CONSTANT = {
  instrumentationScope: { name: SERVICE_NAME },
  links: [],
  events: [],
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
};

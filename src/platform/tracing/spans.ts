import { randomBytes } from 'node:crypto';

/** The place of a span in its trace. The ids are hexadecimal, as in OpenTelemetry: 32 digits for a trace, 16 for a span. */
export interface SpanPlace {
  traceId: string;
  spanId: string;
  parentId?: string;
}

export interface FinishedSpan extends SpanPlace {
  name: string;
  kind: 'server' | 'internal' | 'client';
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
  attributes: Record<string, string | number>;
  hasFailed: boolean;
}

/** The first span of a trace. Its ids are derived from a UUID, so that every process can compute them. */
export const traceOf = (id: string): SpanPlace => ({ traceId: id.replaceAll('-', ''), spanId: spanIdOf(id) });

export const newRoot = (): SpanPlace => ({ traceId: randomBytes(16).toString('hex'), spanId: newSpanId() });

export const childSpan = (parent: SpanPlace, spanId = newSpanId()): SpanPlace => ({
  traceId: parent.traceId,
  spanId,
  parentId: parent.spanId,
});

/** The id of a span that is derived from a UUID: its last 64 bits, of which 62 are random. */
export const spanIdOf = (id: string): string => id.replaceAll('-', '').slice(16);

const newSpanId = (): string => randomBytes(8).toString('hex');

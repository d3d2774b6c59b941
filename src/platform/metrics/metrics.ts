import { Injectable, Logger } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A metric family. The values of its labels are few and chosen by the service, never text of a client. */
export interface Family<Label extends string> {
  name: string;
  help: string;
  labels?: readonly Label[];
}

export interface Sample<Label extends string> {
  labels?: Partial<Record<Label, string>>;
  value: number;
}

/** The metrics of this process in Prometheus' text format. Each part of the service defines its own families. */
@Injectable()
export class Metrics {
  private readonly log = new Logger('Metrics');
  private readonly registry = new Registry();

  readonly contentType = this.registry.contentType;

  counter<Label extends string = never>({ labels = [], ...family }: Family<Label>): Counter<Label> {
    return new Counter({ ...family, labelNames: labels, registers: [this.registry] });
  }

  /** @param buckets the upper bounds, in ascending order */
  histogram<Label extends string = never>({ labels = [], ...family }: Family<Label>, buckets: readonly number[]): Histogram<Label> {
    return new Histogram({ ...family, labelNames: labels, buckets: [...buckets], registers: [this.registry] });
  }

  /** Defines a gauge whose values are read at each scrape. When they cannot be read, the scrape succeeds without them. */
  gauge<Label extends string = never>(
    { labels = [], ...family }: Family<Label>,
    read: () => Sample<Label>[] | Promise<Sample<Label>[]>,
  ): void {
    const collect = async () => {
      const samples = await this.read(family.name, read);
      gauge.reset();
      if (labels.length === 0) gauge.remove(); // `reset` sets a gauge without labels to 0
      for (const { labels: values, value } of samples) gauge.set(values ?? {}, value);
    };
    const gauge = new Gauge({ ...family, labelNames: labels, registers: [this.registry], collect });
  }

  async names(): Promise<string[]> {
    const families = await Promise.all(this.all().map((registry) => registry.getMetricsAsJSON()));
    return families.flat().map(({ name }) => name);
  }

  async text(): Promise<string> {
    const parts = await Promise.all(this.all().map((registry) => registry.metrics()));
    return parts.join('');
  }

  private all(): Registry[] {
    return [this.registry, processRegistry()];
  }

  private async read<Label extends string>(name: string, read: () => Sample<Label>[] | Promise<Sample<Label>[]>): Promise<Sample<Label>[]> {
    try {
      return await read();
    } catch (error) {
      this.log.warn({ err: error, metric: name }, 'A metric could not be read.');
      return [];
    }
  }
}

/** The registry with the metrics of Node. They are measured from the first scrape on, so that a process without one has no cost. */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

let ofProcess: Registry | undefined;

export const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

@Injectable()
export class LimiterMetrics {
  private readonly fallbacks = this.metrics.counter<'limiter'>({
    name: 'rate_limiter_fallbacks_total',
    help: 'Decisions that a limiter made from its own memory because the shared store did not answer in time.',
    labels: ['limiter'],
  });

  constructor(private readonly metrics: Metrics) {}

  countFallback(limiter: string): void {
    this.fallbacks.inc({ limiter });
  }
}

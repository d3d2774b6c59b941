import { Injectable } from '@nestjs/common';
import { childSpan, spanIdOf, type SpanPlace, traceOf } from '../../../platform/tracing/spans';
import { Tracing } from '../../../platform/tracing/tracing';
import type { DeliveryAttempt } from '../../../platform/outbound/delivery-outcome.rules';
import type { LeasedRun, Progress, StepOutcome, StepRow } from '../store/run.types';
import { stepIdOf } from '../store/step-rows.rules';

/** A run and its retries share the trace of their submission, whose id determines the trace id. A test has a trace of its own. */
@Injectable()
export class RunTracing {
  constructor(private readonly tracing: Tracing) {}

  get isOn(): boolean {
    return this.tracing.isOn;
  }

  /** Ends the span of one lease. A run that waits in between has several leases, and a span for each. */
  endLease(run: LeasedRun, durationMs: number, hasFailed: boolean): void {
    const attributes = { run_id: run.id, workflow_id: run.workflowId, run_kind: run.runKind };
    const place = childSpan(traceOf(tracedIdOf(run)), leaseSpanIdOf(run));
    this.tracing.end({ name: 'workflow run', kind: 'internal', ...place, attributes, hasFailed }, durationMs);
  }

  endSteps({ run, steps }: Progress): void {
    const parent = { ...traceOf(tracedIdOf(run)), spanId: leaseSpanIdOf(run) };
    for (const step of steps) if (step.startedAt && step.completedAt) this.endStep(run, parent, step);
  }

  endAttempt(run: LeasedRun, nodeId: string, { outcome, answer }: TracedAttempt, durationMs: number): void {
    const place = childSpan({ ...traceOf(tracedIdOf(run)), spanId: stepSpanIdOf(run, nodeId) });
    const attributes = { node_id: nodeId, outcome: outcome.kind, ...answer };
    const hasFailed = outcome.kind !== 'delivered' && outcome.kind !== 'skipped';
    this.tracing.end({ name: 'delivery attempt', kind: 'client', ...place, attributes, hasFailed }, durationMs);
  }

  private endStep(run: LeasedRun, parent: SpanPlace, { nodeId, status, startedAt, completedAt }: StepRow): void {
    this.tracing.add({
      name: 'step',
      kind: 'internal',
      ...childSpan(parent, stepSpanIdOf(run, nodeId)),
      startMs: startedAt!.getTime(),
      endMs: completedAt!.getTime(),
      attributes: { node_id: nodeId, status },
      hasFailed: status === 'failed' || status === 'uncertain',
    });
  }
}

interface TracedAttempt extends Pick<DeliveryAttempt, 'answer'> {
  outcome: StepOutcome;
}

const tracedIdOf = ({ id, originRunId, start }: LeasedRun): string => start.submission.id ?? originRunId ?? id;

/** Each lease of a run has its own number, and therefore its own span. */
const leaseSpanIdOf = ({ id, leaseNumber }: LeasedRun): string => spanIdOf(stepIdOf(id, `lease ${leaseNumber}`));

const stepSpanIdOf = ({ id }: LeasedRun, nodeId: string): string => spanIdOf(stepIdOf(id, nodeId));

import { Injectable } from '@nestjs/common';
import { Metrics, type Sample, SECONDS_BUCKETS } from '../../../platform/metrics/metrics';
import { ShortLivedCache } from '../../../platform/short-lived-cache';
import type { RunStatus } from '../../definition/state-machine.rules';
import type { Backlog } from '../store/run-backlog.types';
import { RunBacklogRepository } from '../store/run-backlog.repository';
import type { Progress, StepOutcome } from '../store/run.types';

@Injectable()
export class RunMetrics {
  private readonly finished = this.metrics.counter<'status'>({
    name: 'workflow_runs_finished_total',
    help: 'Runs that this process has finished, by status.',
    labels: ['status'],
  });
  private readonly steps = this.metrics.counter<'type' | 'outcome'>({
    name: 'workflow_steps_total',
    help: 'Steps that have ended, by the type of their node.',
    labels: ['type', 'outcome'],
  });
  private readonly attempts = this.metrics.counter<'type' | 'outcome'>({
    name: 'delivery_attempts_total',
    help: 'Attempts to deliver, by the type of their node.',
    labels: ['type', 'outcome'],
  });
  private readonly durations = this.metrics.histogram<'type'>(
    { name: 'delivery_attempt_duration_seconds', help: 'Time of one attempt, with rendering.', labels: ['type'] },
    SECONDS_BUCKETS,
  );
  /** Cached, since every process reads the same rows for its metrics. */
  private readonly backlog = new ShortLivedCache<Backlog>();

  constructor(
    private readonly metrics: Metrics,
    repository: RunBacklogRepository,
  ) {
    const read = () => this.backlog.get('', () => repository.read());
    metrics.gauge<'state'>(
      { name: 'workflow_runs_open', help: 'Open runs of the whole installation, counted up to 10000 for each state.', labels: ['state'] },
      async () => samplesOf(await read()),
    );
    metrics.gauge(
      {
        name: 'workflow_runs_oldest_due_age_seconds',
        help: 'Time for which the oldest due run of the whole installation has been waiting for a worker; 0 without one.',
      },
      async () => [{ value: (await read()).oldestDueSeconds }],
    );
  }

  countFinished(status: RunStatus): void {
    this.finished.inc({ status });
  }

  countWritten({ run: { definition }, steps, next }: Progress): void {
    for (const { nodeId, status, completedAt } of steps) {
      if (completedAt === null) continue;
      this.steps.inc({ type: definition.nodes.find(({ id }) => id === nodeId)!.type, outcome: status });
    }
    if (next.kind === 'finish') this.countFinished(next.status);
  }

  countAttempt(type: string, outcome: StepOutcome['kind'], seconds: number): void {
    this.attempts.inc({ type, outcome });
    this.durations.observe({ type }, seconds);
  }
}

const samplesOf = ({ counts }: Backlog): Sample<'state'>[] =>
  Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));

import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Definition } from '../../definition/definition.types';
import type { RunStatus } from '../../definition/state-machine.rules';

/** What a test runs through in place of a stored submission. */
export interface TestInput {
  source: string;
  received_at: string;
  file_count: number;
  fields: Record<string, unknown>;
}

export const RUN_KINDS = ['production', 'test'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** One execution of a workflow, for a submission or a test. The row is the source of truth; the queue only wakes workers. */
@Entity('workflow_runs')
export class WorkflowRunEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') formId: string;
  @Column('uuid') workflowId: string;
  @Column('uuid', { nullable: true }) workflowVersionId: string | null;
  @Column('integer', { nullable: true }) workflowVersion: number | null;
  @Column('integer', { nullable: true }) draftRevision: number | null;
  @Column('uuid', { nullable: true }) submissionId: string | null;
  @Column('uuid', { nullable: true }) retryOfRunId: string | null;
  /** Of a retry: the first run of all, whose message ids it repeats. */
  @Column('uuid', { nullable: true }) originRunId: string | null;
  @Column('text') runKind: RunKind;
  @Column('text') status: RunStatus;
  /** The draft as it was when a test began; a version keeps its own. */
  @Column('json', { nullable: true }) definition: Definition | null;
  @Column('json', { nullable: true }) input: TestInput | null;
  @Column('integer') reservedPoints: number;
  @Column('integer') consumedPoints: number;
  @Column('integer') releasedPoints: number;
  @Column('text', { nullable: true }) errorCode: string | null;
  /** Whether a step ended as uncertain. */
  @Column('boolean') hasUncertain: boolean;
  /** When somebody has to look at an open run: at once, when a step is due, or when the lease ends. */
  @Column('timestamptz') dueAt: Date;
  /** Rises with each lease, so that a worker that has lost its own can change nothing. */
  @Column('integer') leaseNumber: number;
  @Column('text', { nullable: true }) leaseOwner: string | null;
  /** How often in a row a worker vanished while it had the run. */
  @Column('integer') lostLeases: number;
  @Column('timestamptz', { nullable: true }) startedAt: Date | null;
  @Column('timestamptz', { nullable: true }) completedAt: Date | null;
  @Column('timestamptz') createdAt: Date;
}

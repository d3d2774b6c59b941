import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Definition, NodeKind } from '../../model/definition.types';
import type { RunStatus, StepStatus } from '../../definition/state-machine.rules';
import type { FieldChanges } from '../../model/run-state.types';

/** The input of a test, in place of a stored submission. */
export interface TestInput {
  source: string;
  received_at: string;
  file_count: number;
  /** Absent for a submission whose visitor has not confirmed the address. */
  address_confirmed?: boolean;
  fields: Record<string, unknown>;
  /** Values under names that no field has; absent for none. */
  other_values?: Record<string, unknown>;
  /** The names of other values beyond the limits; absent for none. */
  other_values_dropped?: string[];
  /** The mail that the test sends; absent where it sends nothing. */
  mail?: TestMail;
}

/** The step of a test whose mail is sent, and the address of the account, to which the mail goes instead of its recipients. */
export interface TestMail {
  node_id: string;
  to: string;
}

/** A stored attempt to deliver. Unknown values are null while the attempt is in flight, and after its worker crashed. */
export interface StepAttempt {
  startedAt: string;
  completedAt: string | null;
  status: 'succeeded' | 'failed' | 'uncertain' | null;
  errorCode: string | null;
  httpStatus: number | null;
  /** The hosts that may have received bytes of a body; absent when they are unknown. */
  hosts?: string[];
  /** The beginning of the receiver's answer; absent unless the answer is text. */
  responseExcerpt?: string;
}

export const RUN_KINDS = ['production', 'test'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** A trigger releases the points of a deleted run (`release-points-of-deleted-run.sql`). */
@Entity('workflow_runs')
export class WorkflowRunEntity {
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') accountId: string;
  @Column('uuid') workflowId: string;
  @Column('uuid', { nullable: true }) workflowVersionId: string | null;
  @Column('integer', { nullable: true }) workflowVersion: number | null;
  @Column('integer', { nullable: true }) draftRevision: number | null;
  @Column('uuid', { nullable: true }) submissionId: string | null;
  @Column('uuid', { nullable: true }) retryOfRunId: string | null;
  /** The first run of the chain, whose message ids the retries reuse; null unless this run is a retry. */
  @Column('uuid', { nullable: true }) originRunId: string | null;
  @Column('text') runKind: RunKind;
  @Column('text') status: RunStatus;
  /** The copy of the draft that a test executes; null in production, where the version has the definition. */
  @Column('json', { nullable: true }) definition: Definition | null;
  @Column('json', { nullable: true }) input: TestInput | null;
  @Column('integer') reservedPoints: number;
  @Column('integer') consumedPoints: number;
  @Column('integer') releasedPoints: number;
  @Column('text', { nullable: true }) errorCode: string | null;
  @Column('boolean') hasUncertain: boolean;
  /** The time when a worker has to continue an open run: at once, when a step is due, or when the lease ends. */
  @Column('timestamptz') dueAt: Date;
  /** The fencing number: it rises with each lease, so that a worker that has lost its lease changes nothing. */
  @Column('integer') leaseNumber: number;
  @Column('text', { nullable: true }) leaseOwner: string | null;
  /** The number of workers in a row that crashed while they held the run. */
  @Column('integer') lostLeases: number;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) startedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) completedAt: Date | null;
  /** The time when somebody dismissed the run. A dismissed run that ends later needs attention again. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) dismissedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

@Entity('workflow_run_steps')
export class WorkflowRunStepEntity {
  @PrimaryColumn('uuid') runId: string;
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('text') nodeId: string;
  /** The id that `stepIdOf` derives from run and node. */
  @Column('uuid') id: string;
  @Column('text') nodeType: string;
  @Column('text') nodeKind: NodeKind;
  @Column('text') status: StepStatus;
  /** The port by which the run continues; null when the branch ends. */
  @Column('text', { nullable: true }) port: string | null;
  @Column('json', { nullable: true }) output: unknown;
  @Column('json', { nullable: true }) changes: FieldChanges | null;
  @Column('integer') billedPoints: number;
  @Column('integer') attemptCount: number;
  /** Oldest first; null when nothing was sent, and in rows of older releases. */
  @Column('json', { nullable: true }) attempts: StepAttempt[] | null;
  @Column('text', { nullable: true }) errorCode: string | null;
  @Column('timestamptz', { nullable: true }) dueAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) startedAt: Date | null;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) completedAt: Date | null;
}

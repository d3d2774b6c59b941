import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NodeKind } from '../../definition/definition.types';
import type { StepStatus } from '../../definition/state-machine.rules';
import type { FieldChanges } from '../../nodes/run-state.types';

/** The execution of one node in a run. */
@Entity('workflow_run_steps')
export class WorkflowRunStepEntity {
  @PrimaryColumn('uuid') runId: string;
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('text') nodeId: string;
  /** Derived from run and node. */
  @Column('uuid') id: string;
  @Column('text') nodeType: string;
  @Column('text') nodeKind: NodeKind;
  @Column('text') status: StepStatus;
  /** The port by which the run continues; null when the branch ends. */
  @Column('text', { nullable: true }) port: string | null;
  @Column('json', { nullable: true }) output: unknown;
  /** The changes of a transform to the fields that later nodes read. */
  @Column('json', { nullable: true }) changes: FieldChanges | null;
  @Column('integer') billedPoints: number;
  @Column('integer') attemptCount: number;
  @Column('text', { nullable: true }) errorCode: string | null;
  /** The time when a waiting step continues. */
  @Column('timestamptz', { nullable: true }) dueAt: Date | null;
  @Column('timestamptz', { nullable: true }) startedAt: Date | null;
  @Column('timestamptz', { nullable: true }) completedAt: Date | null;
}

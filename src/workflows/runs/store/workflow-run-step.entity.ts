import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NodeKind } from '../../definition/definition.types';
import type { StepStatus } from '../../definition/state-machine.rules';
import type { FieldChanges } from '../../nodes/run-state.types';

/** One node of a run. */
@Entity('workflow_run_steps')
export class WorkflowRunStepEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') runId: string;
  @Column('text') nodeId: string;
  @Column('text') nodeType: string;
  @Column('text') nodeKind: NodeKind;
  @Column('text') status: StepStatus;
  /** The port that the node took; null when it took none. */
  @Column('text', { nullable: true }) port: string | null;
  @Column('json', { nullable: true }) output: unknown;
  /** What a transform does to the fields for the nodes behind it. */
  @Column('json', { nullable: true }) changes: FieldChanges | null;
  @Column('integer') billedPoints: number;
  @Column('integer') attemptCount: number;
  @Column('text', { nullable: true }) errorCode: string | null;
  /** Of a waiting step: when it goes on. */
  @Column('timestamptz', { nullable: true }) dueAt: Date | null;
  @Column('timestamptz', { nullable: true }) startedAt: Date | null;
  @Column('timestamptz', { nullable: true }) completedAt: Date | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A destination that has been failing. One that works has no row. */
@Entity('workflow_channels')
export class WorkflowChannelEntity {
  @PrimaryColumn('uuid') workflowId: string;
  @PrimaryColumn('text') nodeId: string;
  @Column('timestamptz', { nullable: true }) failingSince: Date | null;
  /** Null while deliveries are still attempted. */
  @Column('timestamptz', { nullable: true }) disabledAt: Date | null;
}

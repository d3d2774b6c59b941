import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Definition } from './model/definition.types';

@Entity('workflows')
export class WorkflowEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') formId: string;
  @Column('integer') draftRevision: number;
  @Column('json') draftDefinition: Definition;
  @Column('integer') draftMinCost: number;
  @Column('integer') draftMaxCost: number;
  @Column('uuid', { nullable: true }) draftRestoredFromVersionId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) draftSavedAt: Date;
  /** The number of the published version; 0 before the first publishing. */
  @Column('integer') publishedVersion: number;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

/** A published version of a workflow. Rows never change. */
@Entity('workflow_versions')
export class WorkflowVersionEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') workflowId: string;
  /** The number of the version, from 1 for each workflow. */
  @Column('integer') version: number;
  @Column('json') definition: Definition;
  /** True when values in JSON templates are escaped. Versions from before this rule send the same bodies as before. */
  @Column('boolean') escapesJson: boolean;
  /** SHA-256 of the definition's canonical JSON. */
  @Column('bytea') fingerprint: Buffer;
  @Column('integer') nodeCount: number;
  @Column('integer') minCost: number;
  @Column('integer') maxCost: number;
  @Column('uuid', { nullable: true }) restoredFromVersionId: string | null;
  @Column({ type: 'timestamptz', precision: 3 }) publishedAt: Date;
}

/** A destination whose deliveries fail. A destination that works has no row. */
@Entity('failing_destinations')
export class FailingDestinationEntity {
  @PrimaryColumn('uuid') workflowId: string;
  @PrimaryColumn('text') nodeId: string;
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) failingSince: Date | null;
  /** Null while deliveries are still attempted. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true }) disabledAt: Date | null;
}

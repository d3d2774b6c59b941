import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Definition } from './definition/definition.types';

/** A published version of a workflow. Rows never change. */
@Entity('workflow_versions')
export class WorkflowVersionEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') workflowId: string;
  /** The number of the version, from 1 for each workflow. */
  @Column('integer') version: number;
  @Column('json') definition: Definition;
  /** SHA-256 of the definition's canonical JSON. */
  @Column('bytea') fingerprint: Buffer;
  @Column('integer') nodeCount: number;
  @Column('integer') minCost: number;
  @Column('integer') maxCost: number;
  @Column('uuid', { nullable: true }) restoredFromVersionId: string | null;
  @Column('timestamptz') publishedAt: Date;
}

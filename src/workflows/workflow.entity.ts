import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Definition } from './definition/definition.types';

/** The workflow of a form, with its draft and the number of its published version. */
@Entity('workflows')
export class WorkflowEntity {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') formId: string;
  @Column('integer') draftRevision: number;
  @Column('json') draftDefinition: Definition;
  @Column('integer') draftMinCost: number;
  @Column('integer') draftMaxCost: number;
  @Column('uuid', { nullable: true }) draftRestoredFromVersionId: string | null;
  @Column('timestamptz') draftSavedAt: Date;
  /** The number of the published version; 0 before the first publishing. */
  @Column('integer') publishedVersion: number;
  @Column('timestamptz') createdAt: Date;
}

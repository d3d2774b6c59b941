import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A correction by the owner, with the values of the changed fields; a field without a value is absent. */
@Entity('submission_edits')
export class SubmissionEditEntity {
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('uuid') submissionId: string;
  /** 1 for the first correction of the submission. */
  @PrimaryColumn('integer') number: number;
  @Column('json') before: Record<string, unknown>;
  @Column('json') after: Record<string, unknown>;
  @Column({ type: 'timestamptz', precision: 3 }) editedAt: Date;
  @Column('uuid') apiKeyId: string;
  /** The name that the key had, which may be gone. */
  @Column('text') keyName: string;
  /** The runs since the correction before it. They go on with the former values, so that a delivery that is repeated stays the same. */
  @Column('uuid', { array: true }) runIds: string[];
  /** All values as these runs have them; null without such a run. */
  @Column('json', { nullable: true }) fieldsBefore: Record<string, unknown> | null;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The idempotency key of a stored submission, with the receipt that answers repeated requests. */
@Entity('submission_keys')
export class SubmissionKeyEntity {
  @PrimaryColumn('uuid') formId: string;
  /** SHA-256 of the client's key. */
  @PrimaryColumn('bytea') keyHash: Buffer;
  /** SHA-256 of the submitted fields. */
  @Column('bytea') fingerprint: Buffer;
  @Column('uuid') submissionId: string;
  @Column('timestamptz') receivedAt: Date;
  @Column('integer') fileCount: number;
  @Column('text', { array: true }) ignoredFields: string[];
  @Column('timestamptz') expiresAt: Date;
}

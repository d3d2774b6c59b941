import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A submission token that a rotation has replaced, and that is accepted until the end of its overlap. */
@Entity('retired_submission_tokens')
export class RetiredSubmissionTokenEntity {
  @PrimaryColumn('uuid') formId: string;
  /** SHA-256 of the token. */
  @PrimaryColumn('bytea') digest: Buffer;
  @Column('timestamptz') validUntil: Date;
}

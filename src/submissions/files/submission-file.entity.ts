import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of a submission. Its bytes are an object of the store. */
@Entity('submission_files')
export class SubmissionFileEntity {
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('uuid') submissionId: string;
  @PrimaryColumn('uuid') id: string;
  /** The place in the request, from 0. */
  @Column('integer') position: number;
  /** The name of the field that it was sent in. */
  @Column('text') field: string;
  @Column('text') filename: string;
  /** The media type that was found in the content. */
  @Column('text') contentType: string;
  @Column('bigint', { transformer: { to: (value: number) => value, from: Number } }) sizeBytes: number;
  @Column('bytea') sha256: Buffer;
  @Column('text') objectName: string;
  @Column('timestamptz') createdAt: Date;
}

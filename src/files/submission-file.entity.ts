import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of a submission. Its bytes are an object in the store. */
@Entity('submission_files')
export class SubmissionFileEntity {
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('uuid') submissionId: string;
  @PrimaryColumn('uuid') id: string;
  /** The zero-based position in the request. */
  @Column('integer') position: number;
  @Column('text') field: string;
  @Column('text') filename: string;
  /** The media type that was found in the content. */
  @Column('text') contentType: string;
  @Column('bigint', { transformer: { to: (value: number) => value, from: Number } }) sizeBytes: number;
  @Column('bytea') sha256: Buffer;
  @Column('text') objectName: string;
  @Column({ type: 'timestamptz', precision: 3 }) createdAt: Date;
}

/** A file that arrived with a submission and is in a temporary folder. Its content has not been inspected. */
export interface ReceivedFile {
  field: string;
  filename: string;
  /** The size in bytes. */
  size: number;
  sha256: Buffer;
  /** The path of the temporary file. */
  path: string;
}

export interface AcceptedFile extends ReceivedFile {
  contentType: string;
}

/** A file whose bytes are in the store, and that becomes part of a submission. */
export type StoredFile = Omit<SubmissionFileEntity, 'formId' | 'submissionId' | 'createdAt'>;

/** An object to remove at a given time: that of a deleted file at once, that of an upload unless a submission takes it over before. */
@Entity('object_removals')
export class ObjectRemovalEntity {
  @PrimaryColumn('text') objectName: string;
  @Column({ type: 'timestamptz', precision: 3 }) dueAt: Date;
}

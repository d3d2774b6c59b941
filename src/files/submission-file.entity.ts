import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file of a submission. Its bytes are an object of the store. */
@Entity('submission_files')
export class SubmissionFileEntity {
  @PrimaryColumn('uuid') formId: string;
  @PrimaryColumn('uuid') submissionId: string;
  @PrimaryColumn('uuid') id: string;
  /** The place in the request, from 0. */
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

/** A file that arrived with a submission and waits in a temporary folder. Nothing about its content is known yet. */
export interface ReceivedFile {
  field: string;
  filename: string;
  /** In bytes. */
  size: number;
  sha256: Buffer;
  /** Of the temporary file. */
  path: string;
}

export interface AcceptedFile extends ReceivedFile {
  /** The media type that was found in the content. */
  contentType: string;
}

/** A file whose bytes are in the store, and that becomes part of a submission. */
export type StoredFile = Omit<SubmissionFileEntity, 'formId' | 'submissionId' | 'createdAt'>;

/**
 * An object of the store that is to be removed at a time: that of a deleted file at once, that of an upload unless a submission takes it
 * over before.
 */
@Entity('object_removals')
export class ObjectRemovalEntity {
  @PrimaryColumn('text') objectName: string;
  @Column({ type: 'timestamptz', precision: 3 }) dueAt: Date;
}

import type { SubmissionFileEntity } from './submission-file.entity';

/** A file that arrived with a submission and waits in a temporary folder. Nothing about its content is known yet. */
export interface ReceivedFile {
  /** The name of the field. */
  field: string;
  filename: string;
  /** In bytes. */
  size: number;
  sha256: Buffer;
  /** Of the temporary file. */
  path: string;
}

/** A file that may be stored. */
export interface AcceptedFile extends ReceivedFile {
  /** The media type that was found in the content. */
  contentType: string;
}

/** A file whose bytes are in the store, and that becomes part of a submission. */
export type StoredFile = Omit<SubmissionFileEntity, 'formId' | 'submissionId' | 'createdAt'>;

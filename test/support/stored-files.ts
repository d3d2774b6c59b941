import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { newId } from '../../src/platform/ids.rules';
import { newObjectName, ObjectStore } from '../../src/platform/storage/object-store';
import type { SubmissionFileEntity } from '../../src/files/submission-file.entity';
import type { Instance } from './app';
import { SAMPLES } from './sample-files';

export interface StoredFile {
  id: string;
  objectName: string;
  /** The path in the API. */
  path: string;
  content: Buffer;
}

interface FileMembers extends Partial<Pick<SubmissionFileEntity, 'field' | 'filename' | 'contentType'>> {
  content?: Buffer;
}

/** Stores a file of an existing submission past the intake: its object, its row and its count. */
export async function aStoredFile(
  { app, database }: Pick<Instance, 'app' | 'database'>,
  formId: string,
  submissionId: string,
  { field = 'cv', filename = 'cv.pdf', contentType = 'application/pdf', content = SAMPLES.pdf }: FileMembers = {},
): Promise<StoredFile> {
  const [id, objectName] = [newId(), newObjectName()];
  await app.get(ObjectStore).put(objectName, { open: () => Readable.from([content]), size: content.length });
  const sha256 = createHash('sha256').update(content).digest();
  const values = [formId, submissionId, id, field, filename, contentType, content.length, sha256, objectName];
  await database.query(INSERT, values);
  return { id, objectName, path: `/v1/forms/${formId}/submissions/${submissionId}/files/${id}`, content };
}

const INSERT = `
  with counted as (
    update submissions set file_count = file_count + 1 where form_id = $1 and id = $2 returning file_count
  )
  insert into submission_files (form_id, submission_id, id, position, field, filename, content_type, size_bytes, sha256, object_name, created_at)
  select $1, $2, $3, file_count - 1, $4, $5, $6, $7, $8, $9, now() from counted`;

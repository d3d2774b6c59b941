import { isNote, type ObjectInfo, type ObjectStore } from '../../platform/storage/object-store';
import {
  FoundViolations,
  type StoredFileRow,
  type VerificationRepository,
  type Violation,
  type Violations,
} from './verification.repository';
import { ErasureLog, type NumberedBatch } from '../../erasures/erasure-log';

const PAGE_SIZE = 1000;
const CONCURRENT_REQUESTS = 8;

/** Compares the database with the object store and reports the number of entries compared so far. */
export type FileCheck = (
  repository: VerificationRepository,
  store: ObjectStore,
  onProgress: (count: number) => void,
) => Promise<Violations>;

/** Finds files whose object is missing or has another size. Files that are deleted during the check count as correct. */
export const filesWithoutBytes: FileCheck = async (repository, store, onProgress) => {
  const violations = new FoundViolations();
  let count = 0;
  for (let after = ''; ;) {
    const files = await repository.filesAfter(after, PAGE_SIZE);
    for (let start = 0; start < files.length; start += CONCURRENT_REQUESTS) {
      const few = files.slice(start, start + CONCURRENT_REQUESTS);
      const sizes = await Promise.all(few.map(({ objectName }) => store.head(objectName)));
      for (const [index, file] of few.entries()) {
        // The repository has one connection, so its queries run one after the other.
        const isSuspect = sizes[index] !== file.size && (await repository.hasFile(file.objectName));
        if (isSuspect) violations.add(violationOf(file, sizes[index] ?? null));
      }
      onProgress((count += few.length));
    }
    if (files.length < PAGE_SIZE) return violations;
    after = files.at(-1)!.objectName;
  }
};

/** Finds objects without a file or scheduled removal. Removals are scheduled before objects are written, so rows are read after objects. */
export const bytesWithoutFile: FileCheck = async (repository, store, onProgress) => {
  const violations = new FoundViolations();
  let count = 0;
  for await (const objects of pagesOf(store.list(new Date()))) {
    const uploads = objects.filter(({ name }) => !isNote(name));
    const unknown = await repository.unknownObjects(uploads.map(({ name }) => name));
    for (const { name, size } of uploads.filter((object) => unknown.has(object.name))) {
      if ((await store.head(name)) === null) continue; // deleted since the listing
      violations.add({ violation: 'an object belongs to no file', subject: name, found: { size } });
    }
    onProgress((count += objects.length));
  }
  return violations;
};

function violationOf({ id, objectName, size }: StoredFileRow, foundSize: number | null): Violation {
  const violation = foundSize === null ? 'a file has no bytes' : 'a file and its bytes differ in size';
  return { violation, subject: id, found: { object_name: objectName, size, found_size: foundSize } };
}

async function* pagesOf(objects: AsyncIterable<ObjectInfo>): AsyncIterable<ObjectInfo[]> {
  let page: ObjectInfo[] = [];
  for await (const object of objects) {
    page.push(object);
    if (page.length < PAGE_SIZE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Finds erased submissions that exist again, as in a restored backup. */
export const erasedSubmissions: FileCheck = async (repository, store, onProgress) => {
  const violations = new FoundViolations();
  let count = 0;
  const log = new ErasureLog(store, repository);
  for await (const batch of log.after(0)) {
    for (const id of await repository.submissionsAmong(batch.formId, batch.submissionIds))
      violations.add({ violation: 'an erased submission is there', subject: id, found: foundIn(batch) });
    onProgress((count += batch.submissionIds.length));
  }
  return violations;
};

const foundIn = ({ formId, erasureId, number }: NumberedBatch) => ({ form_id: formId, erasure_id: erasureId, batch: number });

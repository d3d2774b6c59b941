import { Injectable } from '@nestjs/common';
import { parse, stringify } from 'uuid';
import { FilesService } from '../files/files.service';
import type { SubmissionFileEntity } from '../files/submission-file.entity';
import { ObjectStore } from '../platform/storage/object-store';
import type { Chunk, SubmissionPages } from './export.types';
import type { ZipEntry } from './zip';
import { zipPathOf } from './zip-entry-name.rules';

@Injectable()
export class ExportedFilesService {
  constructor(
    private readonly files: FilesService,
    private readonly store: ObjectStore,
  ) {}

  /**
   * Yields the entries of an archive: one file with all submissions, then the uploaded files of each submission. A file that was deleted
   * meanwhile is left out; unreadable bytes fail the archive. `check` is called from time to time, since all files of a form that was
   * deleted meanwhile would be left out.
   */
  async *archive(
    formId: string,
    pages: SubmissionPages,
    write: (pages: SubmissionPages) => AsyncIterable<Chunk>,
    check: () => Promise<void>,
  ): AsyncGenerator<ZipEntry, void, undefined> {
    const withFiles: Uint8Array[] = [];
    yield { name: 'submissions.ndjson', content: write(noting(pages, withFiles)) };
    for (const ids of withFiles) {
      const files = await this.files.ofSubmissions(formId, idsIn(ids));
      await check();
      for (const file of files) {
        const content = await this.contentOf(file);
        const name = zipPathOf(file);
        if (content) yield { name, content, compressionLevel: 1 };
      }
    }
    await check();
  }

  private async contentOf(file: SubmissionFileEntity): Promise<AsyncIterable<Chunk> | null> {
    const found = await this.store.get(file.objectName);
    if (found?.size === file.sizeBytes) return found.content;
    found?.content.destroy();
    const { formId, submissionId, id } = file;
    const isDeleted = !(await this.files.ofSubmissions(formId, [submissionId])).some((other) => other.id === id);
    if (isDeleted) return null;
    throw new Error(`The bytes of the file ${id} are gone. See "cli verify".`);
  }
}

/** Passes the pages on, and collects the ids of submissions with files, in 16 bytes each to save memory. */
async function* noting(pages: SubmissionPages, withFiles: Uint8Array[]): SubmissionPages {
  for await (const page of pages) {
    const ids = page.submissions.filter(({ fileCount }) => fileCount > 0).map(({ id }) => parse(id));
    if (ids.length > 0) withFiles.push(Buffer.concat(ids));
    yield page;
  }
}

const idsIn = (bytes: Uint8Array): string[] =>
  Array.from({ length: bytes.length / ID_BYTES }, (_, index) => stringify(bytes, index * ID_BYTES));

const ID_BYTES = 16;

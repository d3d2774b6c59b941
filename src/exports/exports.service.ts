import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { notFound, validationFailed } from '../api/errors/api-error';
import type { FormEntity } from '../forms/form.entity';
import { FormsService } from '../forms/forms.service';
import { SearchFilterDto, SubmissionFilterDto } from '../submissions/submission-input.dto';
import { SubmissionReader } from '../submissions/submission-reader';
import { csvOf, ndjsonOf } from './csv-ndjson.rules';
import { columnsNamed, exportColumns } from './export-columns.rules';
import type { ExportSubmissionsDto } from './export-input.dto';
import { ExportLeasesService } from './export-leases.service';
import type { Chunk, RunningExport, SubmissionPages } from './export.types';
import { ExportedFilesService } from './exported-files.service';
import type { ExportLink } from './links/export-link.entity';
import { MAX_ROWS_OF_SHEET, workbookOf } from './xlsx.rules';
import { zipOf } from './zip';

/** Writes the submissions of a form into a file, as it is read by the client. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly forms: FormsService,
    private readonly reader: SubmissionReader,
    private readonly leases: ExportLeasesService,
    private readonly files: ExportedFilesService,
  ) {}

  /**
   * Begins with the first chunk, before which it throws 409 when the key has another export.
   * @param check throws as soon as the caller may not read the submissions any more
   */
  write({ keyId }: Caller, form: FormEntity, query: ExportSubmissionsDto, check: () => Promise<void>): RunningExport {
    return { chunks: this.leases.holding(keyId, this.chunks(form.id, query, check)), check };
  }

  /** The same for an operator, who sees all forms. Throws 404 for a form that does not exist. */
  async *writeForOperator(formId: string, query: ExportSubmissionsDto): AsyncGenerator<Chunk, void, undefined> {
    const check = async (): Promise<void> => {
      if (!(await this.forms.find(formId))) throw notFound();
    };
    await check();
    yield* this.chunks(formId, query, check);
  }

  /** The newest submissions that a link serves, as csv for spreadsheets. `check` throws once the link has ended. */
  writeLinked(link: ExportLink, check: () => Promise<void>): RunningExport {
    return { chunks: this.linkedChunks(link, check), check };
  }

  private async *linkedChunks({ formId, filters, columns: names }: ExportLink, check: () => Promise<void>): RunningExport['chunks'] {
    const filter = SubmissionFilterDto.toFilter(filters as SubmissionFilterDto);
    const pages = this.reader.read(formId, filter, { withHistories: false, limit: MAX_LINKED });
    const fields = await this.forms.presentAndDeletedFieldsOf({ id: formId });
    const columns = exportColumns(fields, filters.state !== undefined);
    yield* csvOf(checked(pages, check), names ? columnsNamed(columns, names) : columns, { escape: 'spreadsheet' });
  }

  /** @param check throws as soon as the form must not be read any more */
  private async *chunks(formId: string, query: ExportSubmissionsDto, check: () => Promise<void>): AsyncGenerator<Chunk, void, undefined> {
    const { format, bom, escape, summary } = query;
    const filter = SearchFilterDto.toFilter(query);
    const withState = query.state !== undefined;
    const isTable = format === 'csv' || format === 'xlsx';
    const pages = checked(this.reader.read(formId, filter, { withHistories: !isTable }), check);
    if (format === 'ndjson') return yield* ndjsonOf(pages, { withState, summary });
    if (format === 'zip') {
      const write = (noted: SubmissionPages) => ndjsonOf(noted, { withState });
      return yield* zipOf(this.files.archive(formId, pages, write, check));
    }
    if (format === 'xlsx' && (await this.reader.areMoreThan(formId, filter, MAX_ROWS_OF_SHEET))) {
      throw validationFailed([{ path: 'format', message: TOO_MANY_ROWS }]);
    }
    const columns = exportColumns(await this.forms.presentAndDeletedFieldsOf({ id: formId }), withState);
    yield* format === 'xlsx' ? zipOf(workbookOf(pages, columns)) : csvOf(pages, columns, { bom, escape });
  }
}

/** The most submissions that an export link returns. */
const MAX_LINKED = 50_000;

const TOO_MANY_ROWS = 'must be csv or ndjson for more than 1,048,575 submissions, or the filters must leave fewer, for example of one year';

/** Fails as soon as the form must not be read any more: one that is deleted meanwhile looks as if it had no further submissions. */
export async function* checked(pages: SubmissionPages, check: () => Promise<void>): SubmissionPages {
  for await (const page of pages) {
    await check();
    yield page;
  }
}

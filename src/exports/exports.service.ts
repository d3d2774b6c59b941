import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { notFound, validationFailed } from '../api/errors/api-error';
import type { FormEntity } from '../forms/form.entity';
import { FormsService } from '../forms/forms.service';
import { SubmissionFilterDto } from '../submissions/submission-input.dto';
import { SubmissionReader } from '../submissions/submission-reader';
import { csvOf, ndjsonOf } from './csv-ndjson.rules';
import { ExportSubmissionsDto, unknownColumns } from './export-input.dto';
import { type ExportTable, ExportTablesService } from './export-tables.service';
import type { Chunk, RunningExport, SubmissionPages } from './export.types';
import { ExportedFilesService } from './exported-files.service';
import { LeasesService } from './leases.service';
import type { ExportLink } from './links/export-link.entity';
import { MAX_ROWS_OF_SHEET, workbookOf } from './xlsx.rules';
import { zipOf } from './zip';

@Injectable()
export class ExportsService {
  constructor(
    private readonly forms: FormsService,
    private readonly reader: SubmissionReader,
    private readonly leases: LeasesService,
    private readonly files: ExportedFilesService,
    private readonly tables: ExportTablesService,
  ) {}

  /**
   * Throws 422 for unknown columns. Reading the first chunk throws 409 while another export of the key is running.
   * @param check throws once the caller may not read the submissions any more
   */
  async write({ keyId }: Caller, form: FormEntity, query: ExportSubmissionsDto, check: () => Promise<void>): Promise<RunningExport> {
    const table = await this.tableOf(form.id, query);
    return { chunks: this.underLease(keyId, this.chunks({ formId: form.id, keyId, query, table }, check)), check };
  }

  /** Yields the chunks while holding the export lease of the key. */
  private async *underLease(keyId: string, chunks: AsyncIterable<Chunk>): RunningExport['chunks'] {
    const lease = await this.leases.take('export', keyId);
    try {
      for await (const chunk of chunks) {
        lease.lost.throwIfAborted();
        yield chunk;
      }
    } finally {
      await lease.release();
    }
  }

  /** Writes an export for an operator, who may read all forms. Throws 404 for a form that does not exist. */
  async *writeForOperator(formId: string, query: ExportSubmissionsDto): AsyncGenerator<Chunk, void, undefined> {
    const check = async (): Promise<void> => {
      if (!(await this.forms.find(formId))) throw notFound();
    };
    await check();
    yield* this.chunks({ formId, query, table: await this.tableOf(formId, query) }, check);
  }

  /** Writes the newest submissions that a link serves, as CSV for spreadsheets. `check` throws once the link has ended. */
  writeLinked(link: ExportLink, check: () => Promise<void>): RunningExport {
    return { chunks: this.linkedChunks(link, check), check };
  }

  private async *linkedChunks({ formId, filters, columns, header, timeZone, sortOrder }: ExportLink, check: () => Promise<void>) {
    const asked = { columns, header, timeZone, withState: filters.state !== undefined, withFiles: false };
    const table = await this.tables.tableOf(formId, asked);
    const filter = { ...SubmissionFilterDto.toFilter(filters as SubmissionFilterDto), order: sortOrder };
    const pages = checked(this.reader.read(formId, filter, { withHistories: false, limit: MAX_LINKED }), check);
    yield* csvOf(this.tables.rows(table, formId, undefined, pages), table.header, { escape: 'spreadsheet', time: table.time });
  }

  /** Returns null for formats without columns. Throws 422 for unknown columns; those of the state and of files are always known. */
  private async tableOf(formId: string, query: ExportSubmissionsDto): Promise<ExportTable | null> {
    const { format, state } = query;
    if (format !== 'csv' && format !== 'xlsx') return null;
    const options = ExportSubmissionsDto.toTableOptions(query);
    const names = options.columns ?? [];
    const isChosen = names.length > 0;
    const asked = { ...options, withState: isChosen || state !== undefined, withFiles: isChosen || format === 'xlsx' };
    const table = await this.tables.tableOf(formId, asked);
    const unknown = names.filter((wanted) => !table.columns.some(({ name }) => name === wanted));
    if (unknown.length > 0) throw validationFailed([{ path: 'columns', message: unknownColumns(unknown) }]);
    return table;
  }

  private async *chunks({ formId, keyId, query, table }: AskedExport, check: () => Promise<void>): RunningExport['chunks'] {
    const { format, bom, escape, summary } = query;
    const filter = ExportSubmissionsDto.toFilter(query);
    const withState = query.state !== undefined;
    const pages = checked(this.reader.read(formId, filter, { withHistories: table === null }), check);
    if (format === 'zip') {
      const write = (noted: SubmissionPages) => ndjsonOf(noted, { withState });
      return yield* zipOf(this.files.archive(formId, pages, write, check));
    }
    if (table === null) return yield* ndjsonOf(pages, { withState, summary });
    if (format === 'xlsx' && (await this.reader.areMoreThan(formId, filter, MAX_ROWS_OF_SHEET))) {
      throw validationFailed([{ path: 'format', message: TOO_MANY_ROWS }]);
    }
    const rows = this.tables.rows(table, formId, keyId, pages);
    yield* format === 'xlsx'
      ? zipOf(workbookOf(rows, table.columns, table.time))
      : csvOf(rows, table.header, { bom, escape, time: table.time });
  }
}

interface AskedExport {
  formId: string;
  /** Undefined for an operator. */
  keyId?: string;
  query: ExportSubmissionsDto;
  table: ExportTable | null;
}

const MAX_LINKED = 50_000;

const TOO_MANY_ROWS = 'must be csv or ndjson for more than 1,048,575 submissions, or the filters must leave fewer, for example of one year';

/** Calls `check` for each page, since a form that was deleted meanwhile looks as if it had no further submissions. */
export async function* checked(pages: SubmissionPages, check: () => Promise<void>): SubmissionPages {
  for await (const page of pages) {
    await check();
    yield page;
  }
}

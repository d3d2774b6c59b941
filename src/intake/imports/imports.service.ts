import { rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../api/errors/api-error';
import { LeasesService } from '../../exports/leases.service';
import { NoticeEvents } from '../../notices/notice-events';
import { newId } from '../../platform/ids.rules';
import { Clock } from '../../platform/time';
import type { ImportedRow, ImportOutcome, ImportTarget } from '../../submissions/imports/import.types';
import { SubmissionImportsService } from '../../submissions/imports/submission-imports.service';
import { compileForm, type CompiledForm } from '../compiled-form';
import { IntakeFormsRepository } from '../intake-forms.repository';
import { UploadFolders } from '../multipart/upload-folders';
import { ImportReport } from './import-report';
import { type CheckedRow, RowChecker } from './import-rows';
import { type FileRow, type ImportFile, type ImportOptions, type ImportResult, isSourceId, type Refusal } from './import.types';
import { type LookedThrough, lookThrough } from './look-through';

@Injectable()
export class ImportsService {
  constructor(
    private readonly forms: IntakeFormsRepository,
    private readonly imports: SubmissionImportsService,
    private readonly leases: LeasesService,
    private readonly folders: UploadFolders,
    private readonly notices: NoticeEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks through the file, so that errors in the file as a whole are found before the first row is stored. Throws 400 for undecodable bytes,
   * 422 for an invalid header or ambiguous times, and 409 while another import of the form or the account is running. Commits each batch on
   * its own; throws 404 when the form is deleted meanwhile.
   */
  async import(formId: string, file: ImportFile, options: ImportOptions, caller: ImportCaller = OPERATOR): Promise<ImportResult> {
    const form = await this.formOf(formId);
    const lease = await this.leases.takeForImport({ ...form, isDryRun: options.isDryRun }, caller);
    const signal = AbortSignal.any([caller.signal, lease.lost]);
    const folders: string[] = [];
    const newFolder = async (): Promise<string> => folders[folders.push(await this.folders.create()) - 1]!;
    try {
      const known = await lookThrough(abortable(file, signal), options, form, newFolder);
      const target = { isRead: options.isRead, importId: newId(), startedAt: lease.startedAt };
      return await this.importRows(form, known, { options, target }, { ...caller, signal });
    } finally {
      await lease.release();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  }

  private async importRows(
    first: CompiledForm,
    known: LookedThrough,
    { options, target }: Asked,
    caller: ImportCaller,
  ): Promise<ImportResult> {
    let form = first;
    const work: Work = { options, target, known, checker: new RowChecker(options), report: new ImportReport(options.isDryRun) };
    for await (const batch of batchesOf(known.rows())) {
      await caller.check();
      caller.signal.throwIfAborted();
      form = await this.store(form, batch, work);
    }
    const counts = work.report.result();
    const { imported, willBeDeleted } = counts;
    const isStored = !options.isDryRun && imported > 0;
    const deletedFrom = await this.imports.deletesFrom(form.formId);
    const detail = { count: willBeDeleted, ...(deletedFrom && { deleted_from: deletedFrom.toISOString() }) };
    if (isStored && willBeDeleted > 0) await this.notices.record({ formId: form.formId, kind: 'import_will_be_deleted', detail });
    return {
      ...counts,
      deletedFrom,
      importId: isStored ? target.importId : null,
      columns: known.columns,
      unknownColumns: [...new Set([...known.unknownColumns, ...work.checker.unknown()])],
      warnings: known.warnings,
    };
  }

  /** Resolves with the form that validated the batch. A batch is validated again when the form was edited meanwhile. */
  private async store(form: CompiledForm, batch: FileRow[], work: Work): Promise<CompiledForm> {
    const checked: { line: number; checked: CheckedRow | Refusal }[] = [];
    for (const row of batch) {
      await nextTurn(); // other requests wait for one row at most
      checked.push({ line: row.line, checked: await this.check(form, row, work) });
    }
    const valid = checked.flatMap(({ line, checked: row }) => ('errors' in row ? [] : [{ line, ...row }]));
    const rows = valid.map(({ row }) => row);
    const outcomes = await this.write(form, rows, work);
    if (outcomes === null) return this.store(await this.formOf(form.formId), batch, work);
    for (const { line, checked: row } of checked) if ('errors' in row) work.report.refuse(line, row);
    for (const [index, row] of valid.entries()) work.report.count(row, outcomes[index]!);
    return form;
  }

  private async check(form: CompiledForm, { line, read }: FileRow, { known, checker }: Work): Promise<CheckedRow | Refusal> {
    const sent = read(form);
    if (Array.isArray(sent)) return { code: 'invalid', errors: sent };
    const repeated = isSourceId(sent.sourceId) ? await known.ids.of(line) : undefined;
    if (repeated?.isConflict) return conflict(String(sent.sourceId), line, repeated.otherLine);
    const checked = checker.check(sent, form, this.clock.now());
    if (repeated && 'row' in checked) Object.assign(checked, { otherLine: repeated.otherLine }).row.isRepeated = true;
    return checked;
  }

  private async write({ formId, revision }: CompiledForm, rows: ImportedRow[], { options, target }: Work): Promise<ImportOutcome[] | null> {
    if (rows.length === 0) return [];
    const into = { ...target, formId, revision };
    return options.isDryRun ? this.imports.rehearse(into, rows) : this.imports.write(into, rows);
  }

  private async formOf(formId: string): Promise<CompiledForm> {
    const form = await this.forms.find(formId);
    if (!form) throw notFound();
    return compileForm(form);
  }
}

export interface ImportCaller {
  /** Throws once no further batch may be stored. */
  check: () => Promise<void>;
  /** Aborts when the client no longer waits; its reason is thrown. */
  signal: AbortSignal;
  /** True for a form of which the caller may be told. */
  sees: (formId: string) => Promise<boolean>;
}

/** Imports of the operator cannot be cancelled. */
const OPERATOR: ImportCaller = { check: async () => undefined, signal: new AbortController().signal, sees: async () => true };

/** Wraps a file so that the signal ends its reading. */
const abortable = (file: ImportFile, signal: AbortSignal): ImportFile => ({
  async *read() {
    for await (const part of file.read()) {
      signal.throwIfAborted();
      yield part;
    }
  },
});

interface Asked {
  options: ImportOptions;
  target: Omit<ImportTarget, 'formId' | 'revision'>;
}

interface Work extends Asked {
  known: LookedThrough;
  checker: RowChecker;
  report: ImportReport;
}

function conflict(id: string, line: number, otherLine: number): Refusal {
  const [first, second] = [line, otherLine].toSorted((a, b) => a - b);
  const message = `Lines ${first} and ${second} have the same id "${id.slice(0, 64)}" and different contents. Give each submission an id of its own.`;
  return { code: 'id_conflict', errors: [{ path: 'source_id', message }] };
}

const ROWS_OF_BATCH = 200;

async function* batchesOf(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_OF_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

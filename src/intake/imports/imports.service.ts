import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type FieldError, notFound } from '../../api/errors/api-error';
import { LeasesService } from '../../exports/leases.service';
import { Clock } from '../../platform/time';
import type { ImportedRow, ImportOutcome } from '../../submissions/imports/import.types';
import { SubmissionImportsService } from '../../submissions/imports/submission-imports.service';
import { compileForm, type CompiledForm } from '../compiled-form';
import { IntakeFormsRepository } from '../intake-forms.repository';
import { csvRecords } from './csv/csv-records';
import { csvRows, inspectCsv } from './csv/csv-rows';
import { textOf } from './file-text';
import { ImportReport } from './import-report';
import { type CheckedRow, RowChecker } from './import-rows';
import type { FileRow, ImportFile, ImportOptions, ImportResult } from './import.types';
import { ndjsonRows } from './ndjson-rows';

@Injectable()
export class ImportsService {
  constructor(
    private readonly forms: IntakeFormsRepository,
    private readonly imports: SubmissionImportsService,
    private readonly leases: LeasesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the file twice, so that errors in the file as a whole are found before the first row is stored. Throws 400 for undecodable bytes,
   * 422 for an invalid header or ambiguous times, and 409 while another import of the account is running. Commits each batch on its own;
   * throws 404 when the form is deleted meanwhile.
   */
  async import(formId: string, file: ImportFile, options: ImportOptions, caller: ImportCaller = OPERATOR): Promise<ImportResult> {
    const form = await this.formOf(formId);
    const lease = await this.leases.take('import', form.accountId, caller.signal);
    const signal = AbortSignal.any([caller.signal, lease.lost]);
    try {
      return await this.importWhole(form, abortable(file, signal), options, { ...caller, signal });
    } finally {
      await lease.release();
    }
  }

  private async importWhole(first: CompiledForm, file: ImportFile, options: ImportOptions, caller: ImportCaller): Promise<ImportResult> {
    let form = first;
    const { columns, unknownColumns, warnings } = await inspected(file, options, form);
    const checker = new RowChecker(options);
    const report = new ImportReport(options.isDryRun);
    for await (const batch of batchesOf(rowsOf(file, options))) {
      await caller.check();
      caller.signal.throwIfAborted();
      form = await this.store(form, batch, { checker, report, options });
    }
    return { ...report.result(), columns, unknownColumns: [...new Set([...unknownColumns, ...checker.unknown()])], warnings };
  }

  /** Resolves with the form that validated the batch. A batch is validated again when the form was edited meanwhile. */
  private async store(form: CompiledForm, batch: FileRow[], work: Work): Promise<CompiledForm> {
    const checked: { line: number; checked: CheckedRow | FieldError[] }[] = [];
    for (const { line, read } of batch) {
      await nextTurn(); // other requests wait for one row at most
      const sent = read(form);
      checked.push({ line, checked: Array.isArray(sent) ? sent : work.checker.check(sent, form, this.clock.now()) });
    }
    const valid = checked.flatMap(({ line, checked: row }) => (Array.isArray(row) ? [] : [{ line, ...row }]));
    const rows = valid.map(({ row }) => row);
    const outcomes = await this.write(form, rows, work.options);
    if (outcomes === null) return this.store(await this.formOf(form.formId), batch, work);
    for (const { line, checked: row } of checked) if (Array.isArray(row)) work.report.refuse(line, row);
    for (const [index, row] of valid.entries()) work.report.count(row, outcomes[index]!);
    return form;
  }

  private async write(
    { formId, revision }: CompiledForm,
    rows: ImportedRow[],
    { isRead, isDryRun }: ImportOptions,
  ): Promise<ImportOutcome[] | null> {
    if (rows.length === 0) return [];
    const target = { formId, revision, isRead };
    return isDryRun ? this.imports.rehearse(target, rows) : this.imports.write(target, rows);
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
}

/** Imports of the operator cannot be cancelled. */
const OPERATOR: ImportCaller = { check: async () => undefined, signal: new AbortController().signal };

/** Wraps a file so that the signal ends its reading. */
const abortable = (file: ImportFile, signal: AbortSignal): ImportFile => ({
  async *read() {
    for await (const part of file.read()) {
      signal.throwIfAborted();
      yield part;
    }
  },
});

interface Work {
  checker: RowChecker;
  report: ImportReport;
  options: ImportOptions;
}

async function inspected(file: ImportFile, options: ImportOptions, form: CompiledForm): ReturnType<typeof inspectCsv> {
  const text = textOf(file.read(), options.charset);
  if (options.type === 'text/csv') return inspectCsv(csvRecords(text), options, form);
  while (!(await text.next()).done); // reads the whole file, to check its encoding
  return { columns: {}, unknownColumns: [], warnings: [] };
}

function rowsOf(file: ImportFile, options: ImportOptions): AsyncIterable<FileRow> {
  const text = textOf(file.read(), options.charset);
  return options.type === 'text/csv' ? csvRows(csvRecords(text), options) : ndjsonRows(text);
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

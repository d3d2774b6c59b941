import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type FieldError } from '../../api/errors/api-error';
import { Clock } from '../../platform/time';
import type { ImportedRow, ImportOutcome } from '../../submissions/imports/import.types';
import { SubmissionImportsService } from '../../submissions/imports/submission-imports.service';
import { compileForm, type CompiledForm } from '../compiled-form';
import { IntakeFormsRepository } from '../intake-forms.repository';
import { csvRows } from './csv-rows';
import type { FileRow, ImportOptions, ImportResult, SentRow } from './import.types';
import { ImportReport } from './import-report';
import { ndjsonRows } from './ndjson-rows';
import { makeStorable } from '../../api/body/json-text.rules';
import { parseIsoTimestamp } from '../../api/validation/date.rules';
import { uniqueValueOf } from '../../fields/values/coercion.rules';
import { newId } from '../../platform/ids.rules';

/** Imports submissions of a form from a file. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly forms: IntakeFormsRepository,
    private readonly imports: SubmissionImportsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the submissions in batches, each of which is committed alone: what was committed stays when the bytes end with an error. Throws
   * 404 when the form is deleted meanwhile, 400 for bytes that are not UTF-8, and 422 for a header that cannot be used.
   */
  async import(formId: string, bytes: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<ImportResult> {
    const texts = textsOf(bytes);
    const rows = options.type === 'text/csv' ? csvRows(texts, options.columns) : ndjsonRows(texts);
    const report = new ImportReport(options.isDryRun);
    let form = await this.formOf(formId);
    for await (const batch of batchesOf(rows)) form = await this.store(form, batch, options, report);
    return report.result();
  }

  /** Resolves with the form by which the batch was validated: it is validated again when the form has changed. */
  private async store(form: CompiledForm, batch: FileRow[], options: ImportOptions, report: ImportReport): Promise<CompiledForm> {
    const checked = batch.map(({ line, read }) => {
      const sent = read(form);
      return { line, row: Array.isArray(sent) ? sent : checkedRow(sent, form, this.clock.now()) };
    });
    const valid = checked.flatMap(({ line, row }) => (Array.isArray(row) ? [] : [{ line, row }]));
    const outcomes = await this.write(
      form,
      valid.map(({ row }) => row),
      options,
    );
    if (outcomes === null) return this.store(await this.formOf(form.formId), batch, options, report);
    for (const { line, row } of checked) if (Array.isArray(row)) report.refuse(line, row);
    for (const [index, { line, row }] of valid.entries()) report.count(line, row, outcomes[index]!);
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

/** What the service and the operator's commands need to import files, beside what stores submissions. */
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

/** Without a byte order mark. */
async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of bytes) yield decoder.decode(part, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new ApiError('malformed_request', { message: NOT_UTF8 }) : error;
  }
}

const NOT_UTF8 = 'The file is not valid UTF-8. What stands before the broken characters may have been imported.';

/** The row as it is stored, or its errors. Values are validated like those of a submission. */
function checkedRow({ values, receivedAt, sourceId }: SentRow, form: CompiledForm, now: Date): ImportedRow | FieldError[] {
  const unstorable = makeStorable(values).map(({ path, message }) => ({ path, message: `This field ${message}.` }));
  if (unstorable.length > 0) return unstorable;
  const validated = form.rules.validate({ encoding: 'json', values });
  const at = timeOf(receivedAt);
  const errors = [
    ...validated.errors.map(({ path, message }) => ({ path, message })),
    ...(at === undefined ? [{ path: 'received_at', message: NOT_A_TIME }] : []),
    ...(at && at > now ? [{ path: 'received_at', message: 'The time must not be in the future.' }] : []),
    ...(isSourceId(sourceId) ? [] : [{ path: 'source_id', message: 'The id must be a text of 1 to 255 characters.' }]),
  ];
  if (errors.length > 0) return errors;
  return {
    id: newId(),
    fields: validated.values,
    receivedAt: at ?? null,
    sourceId: (sourceId as string | undefined) ?? null,
    uniqueValue: uniqueValueOf(form.settings.intake.unique_by, form.fields, validated.values),
  };
}

/** Null for now; undefined for what is no time. */
function timeOf(sent: unknown): Date | null | undefined {
  if (sent === undefined) return null;
  return typeof sent === 'string' ? (parseIsoTimestamp(sent) ?? undefined) : undefined;
}

const isSourceId = (sent: unknown): boolean => sent === undefined || (typeof sent === 'string' && sent.length >= 1 && sent.length <= 255);

const NOT_A_TIME = 'The time must be a timestamp with its zone, such as 2026-11-20T21:26:00Z.';

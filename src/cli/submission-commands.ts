import { createReadStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { ApiError } from '../api/errors/api-error';
import { validateDto } from '../api/validation/validate-dto.rules';
import { ExportSubmissionsDto } from '../exports/export-input.dto';
import { EXPORT_FORMATS } from '../exports/export.types';
import { ImportSubmissionsDto } from '../intake/imports/import-query.dto';
import { ImportView } from '../intake/imports/import-view.dto';
import type { ImportType } from '../intake/imports/import.types';
import { OperatorError, UsageError } from '../platform/errors/operator-error';
import { formId } from './options';
import { withServices } from './services';
import { CommandFailure, JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';

/** `submissions ...` */
export function addSubmissionCommands(program: Command, terminal: Terminal): void {
  const submissions = program.command('submissions').description('The submissions of a form, out and in.');
  submissions
    .command('export')
    .description('Writes the submissions of a form into a file, newest first. The file appears when it is complete.')
    .requiredOption('--form <id>', 'the form', formId)
    .requiredOption('--out <file>', 'the file, which is replaced')
    .option('--format <format>', `${EXPORT_FORMATS.join(', ')} (default: by the name of the file)`)
    .option('--state <state>', 'accepted (default), quarantined, all')
    .option('--received-after <time>', 'only submissions received at this time or later, such as 2026-01-31T12:00:00Z')
    .option('--received-before <time>', 'only submissions received before this time')
    .option('--escape <kind>', 'spreadsheet: csv in which nothing is taken for a formula')
    .action((options: ExportOptions) => exportSubmissions(terminal, options));
  submissions
    .command('import <file>')
    .description('Stores the submissions of a file (csv or ndjson) in a form, each once for each id at its source.')
    .requiredOption('--form <id>', 'the form', formId)
    .option('--column-received-at <name>', 'of csv: the column with the times')
    .option('--column-source-id <name>', 'of csv: the column with the ids at the source')
    .option('--column <field=header>', 'of csv: the column with the values of a field; once for each', collected, [])
    .option('--unknown <what>', 'values that no field has: name (default) or keep')
    .option('--charset <name>', 'of files without a byte order mark: utf-8 (default), windows-1252')
    .option('--escape <kind>', 'spreadsheet: of csv that was exported in this way')
    .option('--day-first <true|false>', 'of csv: whether 1/2/2026 is in February')
    .option('--time-zone <name>', 'of times without an offset, such as Europe/Berlin')
    .option('--validate <true|false>', 'false: also what the rules of fields refuse, apart from their types')
    .option('--read', 'mark them as read')
    .option('--dry-run', 'store nothing')
    .option(...JSON_OPTION)
    .action((file: string, options: ImportOptions) => importSubmissions(terminal, file, options));
}

interface ExportOptions {
  form: string;
  out: string;
  format?: string;
  state?: string;
  receivedAfter?: string;
  receivedBefore?: string;
  escape?: string;
}

async function exportSubmissions(terminal: Terminal, options: ExportOptions): Promise<void> {
  const { form, out } = options;
  const query = queryOf(options);
  const progress = progressLine(terminal, 'Written', 'MB');
  const bytes = await withServices(terminal, async ({ exports }) => {
    const chunks = exports.writeForOperator(form, query);
    return writeFile(out, chunks, (written) => progress.show(Math.round(written / 1e6))).catch(explain);
  });
  progress.end();
  terminal.stdout.write(`${out} has ${bytes} bytes.\n`);
}

function queryOf({ out, format, state, receivedAfter, receivedBefore, escape }: ExportOptions): ExportSubmissionsDto {
  const sent = { format: format ?? out.split('.').at(-1), state, escape };
  const period = { received_after: receivedAfter, received_before: receivedBefore };
  const given = Object.entries({ ...sent, ...period }).filter(([, value]) => value !== undefined);
  const { dto, errors } = validateDto(ExportSubmissionsDto, Object.fromEntries(given));
  if (errors.length === 0) return dto;
  throw new UsageError(errors.map(({ path, message }) => `${path.replaceAll('_', '-')} ${message}.`).join('\n'));
}

/** Under another name until it is complete and durable. Resolves with the number of bytes. */
async function writeFile(path: string, chunks: AsyncIterable<string | Buffer>, onProgress: (bytes: number) => void): Promise<number> {
  const part = `${path}.part`;
  const file = await open(part, 'w', 0o600).catch((error: Error) => {
    throw new OperatorError(`The file cannot be written: ${error.message}.`, { cause: error });
  });
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += Buffer.byteLength(chunk);
      await file.writeFile(chunk);
      onProgress(bytes);
    }
    await file.sync();
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return bytes;
}

interface ImportOptions extends PrintOptions {
  form: string;
  columnReceivedAt?: string;
  columnSourceId?: string;
  column: string[];
  unknown?: string;
  charset?: string;
  escape?: string;
  dayFirst?: string;
  timeZone?: string;
  validate?: string;
  read?: boolean;
  dryRun?: boolean;
}

async function importSubmissions(terminal: Terminal, file: string, options: ImportOptions): Promise<void> {
  const { form } = options;
  const how = importOptionsOf(typeOf(file), options);
  const progress = progressLine(terminal, 'Read', 'MB');
  await access(file).catch(explain);
  const read = () => metered(createReadStream(file), (bytes) => progress.show(Math.round(bytes / 1e6)));
  const result = await withServices(terminal, ({ imports }) => imports.import(form, { read }, how).catch(explain));
  progress.end();
  const view = ImportView.from(result);
  const rows = view.refused.map(({ line, errors }) => [String(line), reasonOf(errors)]);
  print(terminal, options, view, [
    `Imported: ${view.imported}, already there: ${view.already_there}, refused: ${view.refused_count}.`,
    ...(view.unknown_columns.length > 0 ? [`No field has: ${view.unknown_columns.join(', ')}.`] : []),
    ...view.warnings,
    ...(rows.length > 0 ? ['', ...tableLines(['LINE', 'REASON'], rows)] : []),
  ]);
  if (view.refused_count > 0) throw new CommandFailure();
}

function importOptionsOf(type: ImportType, options: ImportOptions): ReturnType<typeof ImportSubmissionsDto.toOptions> {
  const { columnReceivedAt, columnSourceId, column, unknown, charset, escape, dayFirst, timeZone, validate, read, dryRun } = options;
  const columns = Object.fromEntries(column.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]));
  const sent = {
    ...{
      'column.received_at': columnReceivedAt,
      'column.source_id': columnSourceId,
      'column.{field}': column.length > 0 ? columns : undefined,
    },
    ...{ unknown, charset, escape, day_first: dayFirst, time_zone: timeZone, validate, read, dry_run: dryRun },
  };
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  const { dto, errors } = validateDto(ImportSubmissionsDto, Object.fromEntries(given));
  const misplaced = type === 'text/csv' ? [] : ImportSubmissionsDto.ofCsvOnly(dto).map((path) => ({ path, message: 'is only for csv' }));
  if (errors.length === 0 && misplaced.length === 0) return ImportSubmissionsDto.toOptions(dto, type);
  throw new UsageError([...errors, ...misplaced].map(({ path, message }) => `${path.replaceAll('_', '-')} ${message}.`).join('\n'));
}

const collected = (text: string, before: string[]): string[] => [...before, text];

const reasonOf = (errors: Record<string, string[]>): string =>
  Object.entries(errors)
    .map(([path, texts]) => (path === 'body' ? texts.join(' ') : `${path}: ${texts.join(' ')}`))
    .join(' ');

function typeOf(file: string): ImportType {
  if (file.endsWith('.csv')) return 'text/csv';
  if (file.endsWith('.ndjson') || file.endsWith('.jsonl')) return 'application/x-ndjson';
  throw new UsageError('The name of the file must end with .csv, .ndjson or .jsonl.');
}

async function* metered(bytes: AsyncIterable<Buffer>, onProgress: (bytes: number) => void): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const part of bytes) {
    onProgress((read += part.length));
    yield part;
  }
}

/** What is wrong with the file or with the request is no bug with a stack. */
function explain(error: unknown): never {
  if (error instanceof ApiError && error.code === 'resource_not_found')
    throw new OperatorError('There is no form with this id.', { cause: error });
  if (error instanceof ApiError) {
    const details = Object.entries(error.details as Record<string, string[]>);
    const lines = details.map(([path, texts]) => `${path} ${texts.join(', ')}.`);
    throw new OperatorError([error.message, ...lines].join('\n'), { cause: error });
  }
  const { code, message } = error as NodeJS.ErrnoException;
  throw code === 'ENOENT' || code === 'EISDIR' || code === 'ENOSPC' ? new OperatorError(`${message}.`) : error;
}

/** One line of a terminal that changes; nothing where standard error is a file. */
function progressLine({ stderr }: Terminal, verb: string, unit: string) {
  let shown = -1;
  return {
    show: (count: number) => {
      if (!stderr.isTTY || count === shown) return;
      stderr.write(`\r${verb}: ${(shown = count)} ${unit}`);
    },
    end: () => void (shown >= 0 && stderr.write('\n')),
  };
}

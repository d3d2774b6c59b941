import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { ImportSubmissionsDto } from '../intake/imports/import-query.dto';
import { ImportView, type RefusedGroupView } from '../intake/imports/import-view.dto';
import type { ImportType } from '../intake/imports/import.types';
import { UsageError } from '../platform/errors/operator-error';
import { timeTextIn } from '../platform/text/time-text.rules';
import { formId } from './options';
import { withServices } from './services';
import { explain, parametersOf, progressLine } from './submission-files';
import { CommandFailure, JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';

export function addImportCommand(submissions: Command, terminal: Terminal): void {
  submissions
    .command('import <file>')
    .description('Stores the submissions of a file (csv or ndjson) in a form, each once for each id at its source.')
    .requiredOption('--form <id>', 'the form', formId)
    .option('--column-received-at <name>', 'of csv: the column with the times')
    .option('--column-source-id <name>', 'of csv: the column with the ids at the source')
    .option('--column <field=header>', 'of csv: the column with the values of a field; once for each', columnOf, [])
    .option('--unknown <what>', 'values that no field has: name (default) or keep')
    .option('--charset <name>', 'of files without a byte order mark: utf-8 (default), windows-1252')
    .option('--escape <kind>', 'spreadsheet: of csv that was exported in this way')
    .option('--day-first <true|false>', 'of csv: whether 1/2/2026 is in February')
    .option('--time-zone <name>', 'of times without an offset, such as Europe/Berlin')
    .option('--validate <true|false>', 'false: also what the rules of fields refuse, apart from their types')
    .option('--keep-old <true|false>', 'false: also what is older than the retention of the form, which deletes it soon')
    .option('--read', 'mark them as read')
    .option('--dry-run', 'store nothing')
    .option(...JSON_OPTION)
    .action((file: string, options: ImportOptions) => importSubmissions(terminal, file, options));
}

/** All other options are parameters of the API. */
interface ImportOptions extends PrintOptions {
  form: string;
  columnReceivedAt?: string;
  columnSourceId?: string;
  column: string[];
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
  const rows = view.refused_groups.map((group) => [linesOf(group), reasonOf(group)]);
  print(terminal, options, view, [
    `Imported: ${view.imported}, already there: ${view.already_there}, refused: ${view.refused_count}.`,
    ...(view.will_be_deleted > 0 ? [`The retention of the form deletes ${view.will_be_deleted} of them ${deletionTime(view)}.`] : []),
    ...(view.unknown_columns.length > 0 ? [`No field has: ${view.unknown_columns.join(', ')}.`] : []),
    ...view.warnings,
    ...(rows.length > 0 ? ['', ...tableLines(['LINE', 'REASON'], rows)] : []),
  ]);
  if (view.import_id) terminal.stderr.write(`For a day, this undoes it: submissions undo-import --form ${form} ${view.import_id}\n`);
  if (view.refused_count > 0) throw new CommandFailure();
}

function importOptionsOf(type: ImportType, options: ImportOptions): ReturnType<typeof ImportSubmissionsDto.toOptions> {
  const { form: _, json: __, columnReceivedAt, columnSourceId, column, ...others } = options;
  const columns = Object.fromEntries(column.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]));
  const named = {
    'column.received_at': columnReceivedAt,
    'column.source_id': columnSourceId,
    'column.{field}': column.length > 0 ? columns : undefined,
  };
  const misplaced = (dto: ImportSubmissionsDto) =>
    type === 'text/csv' ? [] : ImportSubmissionsDto.ofCsvOnly(dto).map((path) => ({ path, message: 'is only for csv' }));
  return ImportSubmissionsDto.toOptions(parametersOf(ImportSubmissionsDto, { ...named, ...others }, misplaced), type);
}

function columnOf(text: string, before: string[]): string[] {
  if (/^[^=]+=./s.test(text)) return [...before, text];
  throw new InvalidArgumentError('Put the name of a field, = and the header of a column, such as "email=E-mail address".');
}

const deletionTime = ({ deleted_from: from }: ImportView): string =>
  from === null ? 'within the hour' : `from ${timeTextIn(new Date(from), 'en', null)} on`;

const reasonOf = ({ field, message }: RefusedGroupView): string => (field === 'body' ? message : `${field}: ${message}`);

const linesOf = ({ count, lines }: RefusedGroupView): string =>
  lines.join(', ') + (count > lines.length ? ` and ${count - lines.length} more` : '');

function typeOf(file: string): ImportType {
  if (file.endsWith('.csv')) return 'text/csv';
  if (file.endsWith('.ndjson') || file.endsWith('.jsonl')) return 'application/x-ndjson';
  if (/\.(?:xlsx?|xlsm|xlsb|ods|numbers)$/i.test(file)) throw new UsageError('This file is a workbook. Save it as "CSV UTF-8".');
  throw new UsageError('The name of the file must end with .csv, .ndjson or .jsonl.');
}

async function* metered(bytes: AsyncIterable<Buffer>, onProgress: (bytes: number) => void): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const part of bytes) {
    onProgress((read += part.length));
    yield part;
  }
}

import { open, rename, rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { ExportSubmissionsDto } from '../exports/export-input.dto';
import { EXPORT_FORMATS } from '../exports/export.types';
import { OperatorError } from '../platform/errors/operator-error';
import { formId } from './options';
import { withServices } from './services';
import { explain, parametersOf, progressLine } from './submission-files';
import { addImportCommand } from './submission-import-command';
import { addUndoImportCommand } from './undo-import-command';
import type { Terminal } from './terminal';

export function addSubmissionCommands(program: Command, terminal: Terminal): void {
  const submissions = program.command('submissions').description('The submissions of a form, out and in.');
  submissions
    .command('export')
    .description('Writes the submissions of a form into a file. The file appears when it is complete.')
    .requiredOption('--form <id>', 'the form', formId)
    .requiredOption('--out <file>', 'the file, which is replaced')
    .option('--format <format>', `${EXPORT_FORMATS.join(', ')} (default: by the name of the file)`)
    .option('--state <state>', 'accepted (default), quarantined, all')
    .option('--trash <only>', 'only: what is in the trash instead')
    .option('--received-after <time>', 'only submissions received at this time or later, such as 2026-01-31T12:00:00Z')
    .option('--received-before <time>', 'only submissions received before this time')
    .option('--order <order>', 'which submissions come first: newest (default), oldest')
    .option('--columns <names>', 'csv and xlsx: the names of the columns in their order, with commas between them')
    .option('--header <texts>', 'csv and xlsx: name (default) or label: what stands above the columns')
    .option('--time-zone <zone>', 'csv and xlsx: the zone in which times are written, such as Europe/Berlin')
    .option('--escape <kind>', 'spreadsheet: csv in which nothing is taken for a formula')
    .action((options: ExportOptions) => exportSubmissions(terminal, options));
  addImportCommand(submissions, terminal);
  addUndoImportCommand(submissions, terminal);
}

/** All options except `form` and `out` are parameters of the API. */
interface ExportOptions {
  form: string;
  out: string;
  [parameter: string]: string;
}

async function exportSubmissions(terminal: Terminal, options: ExportOptions): Promise<void> {
  const { form, out, ...parameters } = options;
  const query = parametersOf(ExportSubmissionsDto, { format: out.split('.').at(-1), ...parameters });
  const progress = progressLine(terminal, 'Written', 'MB');
  const bytes = await withServices(terminal, async ({ exports }) => {
    const chunks = exports.writeForOperator(form, query);
    return writeFile(out, chunks, (written) => progress.show(Math.round(written / 1e6))).catch(explain);
  });
  progress.end();
  terminal.stdout.write(`${out} has ${bytes} bytes.\n`);
}

/** Writes a file under a temporary name until it is complete and durable. Resolves with its size in bytes. */
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

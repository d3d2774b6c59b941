import type { Command } from 'commander';
import { formId } from './options';
import { withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';
import { OperatorError } from '../platform/errors/operator-error';
import { ObjectStoreError } from '../platform/storage/object-store';

export function addRetentionCommands(program: Command, terminal: Terminal): void {
  program
    .command('retention')
    .description('The submissions that forms no longer keep.')
    .command('apply')
    .description('Deletes submissions that are older than the retention of their form, which workers also do hourly.')
    .option('--form <id>', 'only those of this form', formId)
    .option('--dry-run', 'only count the submissions')
    .option(...JSON_OPTION)
    .action((options: RetentionOptions) => applyRetention(terminal, options));
}

interface RetentionOptions extends PrintOptions {
  form?: string;
  dryRun?: boolean;
}

async function applyRetention(terminal: Terminal, options: RetentionOptions): Promise<void> {
  const { form = null, dryRun = false } = options;
  const forms = await withServices(terminal, async ({ retention }) => {
    const due = await retention.dueForms(form);
    for (let deleted = dryRun ? 0 : 1; deleted > 0;) deleted = await retention.deleteBatch(form);
    return due.filter((entry) => entry.due > 0);
  });
  const output = forms.map(({ formId: id, due }) => ({ form_id: id, submissions: due }));
  const rows = output.map(({ form_id: id, submissions }) => [id, String(submissions)]);
  print(terminal, options, output, [
    ...(rows.length > 0 ? tableLines(['FORM', dryRun ? 'DUE' : 'DELETED'], rows) : ['No submission is due.']),
  ]);
}

export function addErasureCommands(program: Command, terminal: Terminal): void {
  program
    .command('erasures')
    .description('People who asked to be forgotten.')
    .command('apply')
    .description(
      'Deletes again what was erased in the last 400 days, after an older backup was restored. The service does so at its start.',
    )
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => applyErasures(terminal, options));
}

async function applyErasures(terminal: Terminal, options: PrintOptions): Promise<void> {
  const submissions = await withServices(terminal, ({ erasures }) => erasures.all()).catch((error: unknown) => {
    throw error instanceof ObjectStoreError ? new OperatorError(error.message, { cause: error }) : error;
  });
  print(terminal, options, { submissions }, [
    submissions === 0 ? 'Nothing that was erased was there.' : `Submissions deleted: ${submissions}.`,
  ]);
}

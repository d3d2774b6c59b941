import type { Command } from 'commander';
import type { BulkRetry } from '../workflows/runs/api/run-retry.service';
import { RETRIED_WORKFLOWS, type RetriedWorkflow } from '../workflows/runs/api/retry.rules';
import { RETRYABLE_STATUSES, type RetryableStatus } from '../workflows/runs/store/run.types';
import { wireOf } from '../platform/text/wire.rules';
import { formId, retriedWorkflow, retryStatus, startTime } from './options';
import { withServices } from './services';
import { JSON_OPTION, print, type PrintOptions, tableLines, type Terminal } from './terminal';

export function addRunCommands(program: Command, terminal: Terminal): void {
  program
    .command('queue')
    .description('The runs that wait for workers.')
    .command('status')
    .description('Counts the open runs of all accounts, up to 10000 of each state, and lists the workers that execute some.')
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => queueStatus(terminal, options));
  const runs = program.command('runs').description('Workflow runs of all accounts.');
  runs
    .command('stuck')
    .description(
      'Lists runs that make no progress: due for a minute without a worker, held by workers that crashed, or blocked for an hour.',
    )
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => stuck(terminal, options));
  runs
    .command('retry')
    .description(
      'Retries production runs without full success that nobody has retried yet, up to 10000 at a time. Runs whose deliveries may have arrived are left out, and so are those that somebody has dismissed.',
    )
    .requiredOption('--since <time>', 'only runs created since, such as 24h or 2026-01-31T12:00:00Z', startTime)
    .option('--form <id>', 'only runs of this form', formId)
    .option('--status <status>', `${RETRYABLE_STATUSES.join(', ')} (default: failed and partially_failed)`, retryStatus)
    .option(
      '--workflow <which>',
      `${RETRIED_WORKFLOWS.join(' or ')}: their own version (default), or the one that is published now`,
      retriedWorkflow,
    )
    .option('--dry-run', 'only count the runs')
    .option(...JSON_OPTION)
    .action((options: RetryOptions) => retry(terminal, options));
}

async function queueStatus(terminal: Terminal, options: PrintOptions): Promise<void> {
  const { counts, oldestDueSeconds, workers } = await withServices(terminal, ({ runs }) => runs.queueStatus());
  const oldest = Math.round(oldestDueSeconds);
  print(terminal, options, { ...counts, oldest_due_seconds: oldest, workers }, [
    ...tableLines(
      ['OPEN RUNS', ''],
      Object.entries(counts).map(([state, count]) => [state.replaceAll('_', ' '), String(count)]),
    ),
    '',
    `The oldest due run has waited for ${oldest} s.`,
    '',
    ...tableLines(
      ['BUSY WORKER', 'RUNS'],
      workers.map(({ name, runs }) => [name, String(runs)]),
    ),
  ]);
}

async function stuck(terminal: Terminal, options: PrintOptions): Promise<void> {
  const found = (await withServices(terminal, ({ runs }) => runs.stuck())).map((run) => ({
    ...wireOf(run, 'id', 'reason', 'status', 'accountId', 'formId', 'createdAt', 'dueAt'),
    worker: run.leaseOwner,
    lost_workers: run.lostLeases,
  }));
  const rows = found.map((run) => [run.id, run.reason, run.status, run.form_id, run.due_at, String(run.lost_workers)]);
  const table = tableLines(['ID', 'REASON', 'STATUS', 'FORM', 'DUE', 'LOST WORKERS'], rows);
  print(terminal, options, found, found.length > 0 ? table : ['No run is stuck.']);
}

interface RetryOptions extends PrintOptions {
  since: Date;
  form?: string;
  status?: RetryableStatus;
  workflow?: RetriedWorkflow;
  dryRun?: boolean;
}

async function retry(terminal: Terminal, options: RetryOptions): Promise<void> {
  const { since, form = null, status, workflow = 'same', dryRun = false } = options;
  const filter = { createdSince: since, formId: form, statuses: status ? [status] : DEFAULT_STATUSES };
  const result = await withServices(terminal, ({ retries }) =>
    dryRun ? retries.countRetryable(filter) : retries.retryAll(filter, workflow),
  );
  const { found, retried, uncertain, changed, isLimited: limited } = result;
  print(terminal, options, { dry_run: dryRun, found, retried, uncertain, changed, limited }, linesOf(result, dryRun));
}

/** Cancelled runs are retried only on request. */
const DEFAULT_STATUSES: readonly RetryableStatus[] = ['failed', 'partially_failed'];

const linesOf = ({ found, retried, uncertain, changed, isLimited }: BulkRetry, isDryRun: boolean): string[] => [
  isDryRun ? `${found - uncertain} of ${found} runs would be retried.` : `${retried} of ${found} runs were retried.`,
  ...(uncertain > 0 ? [`${uncertain} are left out, since a delivery may have arrived. Retry them through the API.`] : []),
  ...(changed > 0 ? [`${changed} were retried or deleted by others meanwhile.`] : []),
  ...(isLimited ? ['There may be more. Run the command again.'] : []),
];

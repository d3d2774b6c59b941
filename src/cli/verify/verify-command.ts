import type { Command } from 'commander';
import { loadConfig } from '../../platform/config/config';
import { OperatorError } from '../../platform/errors/operator-error';
import { ObjectStoreError } from '../../platform/storage/object-store';
import { openObjectStore } from '../../platform/storage/storage.module';
import { requireSession, withDatabase } from '../command-database';
import { type PrintOptions, type Terminal, CommandFailure, JSON_OPTION, print } from '../terminal';
import { erasedSubmissions, bytesWithoutFile, filesWithoutBytes } from './file-checks';
import { INVARIANTS } from './invariants.sql';
import { VerificationRepository, type Violation, type Violations } from './verification.repository';

interface CheckResult {
  check: string;
  count: number;
  violations: readonly Violation[];
}

const resultOf = (check: string, { count, first }: Violations): CheckResult => ({ check, count, violations: first });

export function addVerifyCommand(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .description(
      'Checks the stored data: counters, compute points, runs, and that files and their bytes belong together. It changes nothing, and the service may be running.',
    )
    .option(...JSON_OPTION)
    .action((options: PrintOptions) => verify(terminal, options));
}

async function verify(terminal: Terminal, options: PrintOptions): Promise<void> {
  const checks = await runChecks(terminal).catch(explainOutage);
  print(terminal, options, { checks }, checks.flatMap(linesOf));
  if (checks.some(({ count }) => count > 0)) throw new CommandFailure();
}

async function runChecks(terminal: Terminal): Promise<CheckResult[]> {
  requireSession(terminal, 'verify');
  const config = loadConfig(terminal.env);
  const store = await openObjectStore(config);
  const report = progressLines(terminal);
  return withDatabase(config, terminal, (url) =>
    VerificationRepository.with(url, async (repository) => {
      const checks: CheckResult[] = [];
      for (const [check, invariant] of Object.entries(INVARIANTS)) {
        report(check);
        checks.push(resultOf(check, await repository.violations(invariant)));
      }
      for (const [check, find] of Object.entries(FILE_CHECKS)) {
        const found = await find(repository, store, (count) => report(`${check}, ${count} so far`));
        checks.push(resultOf(check, found));
      }
      return checks;
    }),
  );
}

/** Converts an outage of the object store to an error without a stack, since the operator can fix it. */
function explainOutage(error: unknown): never {
  throw error instanceof ObjectStoreError ? new OperatorError(error.message, { cause: error }) : error;
}

const FILE_CHECKS = { 'bytes of files': filesWithoutBytes, 'files of bytes': bytesWithoutFile, 'erased submissions': erasedSubmissions };

/** Reports the running check every five seconds, so that short runs are silent. */
function progressLines({ stderr }: Terminal): (text: string) => void {
  let lastAtMs = performance.now();
  return (text) => {
    if (performance.now() - lastAtMs < PROGRESS_INTERVAL_MS) return;
    stderr.write(`Checking: ${text}.\n`);
    lastAtMs = performance.now();
  };
}

const PROGRESS_INTERVAL_MS = 5_000;

function linesOf({ check, count, violations }: CheckResult): string[] {
  const listed = violations.slice(0, MAX_LISTED);
  return [
    `${check}: ${count === 0 ? 'ok' : `broken (${count})`}`,
    ...listed.map(({ violation, subject, found }) => `  ${violation}: ${subject} ${JSON.stringify(found)}`),
    ...(count > listed.length
      ? [`  and ${count - listed.length} more${violations.length > MAX_LISTED ? `; --json lists ${violations.length}` : ''}`]
      : []),
  ];
}

const MAX_LISTED = 20;

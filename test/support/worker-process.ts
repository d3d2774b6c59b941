import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from './app';
import { atEnd } from './at-end';
import { waitUntil } from './wait-until';
import { TEST_SECRET } from './app';

/** Builds the service if its sources have changed. Without this, the first process of a test would do so, and be killed meanwhile. */
export async function buildService(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, [BUILD]);
  await built;
}

let built: Promise<unknown> | undefined;

const BUILD = join(__dirname, '../../scripts/build-if-changed.mjs');

/** A worker process for the app of a test, to be called after `buildService`. It may send requests to this machine. */
export function startWorkerProcess({ databaseUrl }: TestApp, redisUrl: string | null, further: Record<string, string> = {}): ChildProcess {
  const settings = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: databaseUrl,
    APP_SECRET: TEST_SECRET,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    MIGRATE_ON_START: 'false',
    LOG_LEVEL: 'silent',
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
    ...further,
  };
  const worker = spawn(process.execPath, programOf('worker'), { env: settings, stdio: 'ignore' });
  atEnd(() => endProcess(worker, 'SIGKILL'));
  return worker;
}

/** Ends a process with a signal and resolves with its exit code. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const end = once(child, 'exit');
  child.kill(signal);
  const [code] = (await end) as [number | null];
  return code;
}

/** The parameters for Node to run a program of the built service, as the image does. */
export const programOf = (entry: string): string[] => [join(__dirname, '../../dist', `${entry}.js`)];

/** The number of open runs. */
export async function openRuns({ database }: TestApp): Promise<number> {
  const row = await database.queryOne<{ open: string }>('select count(*) as open from workflow_runs where completed_at is null');
  return Number(row!.open);
}

/** Waits until no run is open. The error of one that stays open tells what it waits for. */
export async function allRunsEnd(app: TestApp, worker: ChildProcess): Promise<void> {
  await waitUntil(async () => (await openRuns(app)) === 0, 300).catch(async (cause: unknown) => {
    const states = await app.database.query(OPEN_RUNS);
    throw new Error(JSON.stringify({ worker: worker.exitCode ?? worker.signalCode, states }), { cause });
  });
}

const OPEN_RUNS = `
  select now(), r.status, r.due_at, r.lease_owner, r.lost_leases, s.node_id, s.status as step, s.attempt_count, s.due_at as step_due_at
  from workflow_runs r left join workflow_run_steps s on s.form_id = r.form_id and s.run_id = r.id
  where r.completed_at is null limit 10`;

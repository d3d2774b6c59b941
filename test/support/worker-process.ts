import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestApp } from './app';
import { atEnd } from './at-end';
import { TEST_SECRET } from './app';

/** A worker process for the app of a test. It may send requests to this machine. */
export function startWorkerProcess({ databaseUrl }: TestApp, redisUrl: string | null): ChildProcess {
  const settings = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: databaseUrl,
    APP_SECRET: TEST_SECRET,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    MIGRATE_ON_START: 'false',
    LOG_LEVEL: 'silent',
    ...(redisUrl !== null && { REDIS_URL: redisUrl }),
  };
  const worker = spawn(process.execPath, [START, 'worker'], { env: settings, stdio: 'ignore' });
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

const START = join(__dirname, '../../scripts/start.mjs');

/** The number of open runs. */
export async function openRuns({ database }: TestApp): Promise<number> {
  const row = await database.queryOne<{ open: string }>(
    'select count(*) as open from workflow_runs where completed_at is null',
  );
  return Number(row!.open);
}

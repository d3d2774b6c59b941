import { resolve } from 'node:path';
import { readSetting } from '../../platform/config/config';
import { USE_ANOTHER } from '../../embedded-postgres/embedded-postgres-error';
import { withTimeout } from '../../platform/deadline';
import { isForOperators, messageOf } from '../../platform/errors/explanation';
import { OperatorError } from '../../platform/errors/operator-error';
import type { CommandDatabase } from '../command-database';
import { openForCommand } from '../command-database';
import type { Terminal } from '../terminal';
import { checkClock, checkDatabase } from './database-check';
import { failed } from './finding.rules';
import type { Finding } from './finding.rules';
import { checkRedis } from './redis-check';
import { checkSettings } from './settings-check';
import { checkSmtp } from './smtp-check';
import { checkStorage } from './storage-check';

export interface CheckResult extends Finding {
  check: string;
}

/** Examines the settings and everything that they name, all at the same time. A check that fails does not keep the others from being reported. */
export async function checkUp(terminal: Terminal): Promise<CheckResult[]> {
  const opening = openDatabase(terminal);
  try {
    return await Promise.all(checksOf(terminal.env, opening).map(resultOf));
  } finally {
    const closing = opening.then((database) => database.close());
    await withTimeout(CLOSE_MS, closing).catch(() => undefined);
  }
}

/** Stopping an embedded database takes long only where it hangs; it is left to the next start then. */
const CLOSE_MS = 60_000;

async function openDatabase(terminal: Terminal): Promise<CommandDatabase> {
  const databaseUrl = readSetting(terminal.env, 'DATABASE_URL');
  const dataDir = readSetting(terminal.env, 'DATA_DIR');
  if (databaseUrl === undefined || !dataDir) throw new OperatorError('DATABASE_URL cannot be used. See the settings.');
  return openForCommand({ databaseUrl, dataDir: resolve(dataDir) }, terminal);
}

interface Check {
  name: string;
  examine: () => Finding | Promise<Finding>;
  /** What to do where the examination comes to no end. */
  remedy: string;
  seconds: number;
}

function checksOf(env: NodeJS.ProcessEnv, opening: Promise<CommandDatabase>): Check[] {
  const isEmbedded = readSetting(env, 'DATABASE_URL') === null;
  const database = isEmbedded ? { remedy: USE_ANOTHER, seconds: 120 } : { remedy: DATABASE_REMEDY, seconds: 10 };
  return [
    { name: 'settings', examine: () => checkSettings(env), remedy: '', seconds: 1 },
    { name: 'database', examine: async () => checkDatabase((await opening).url, env), ...database },
    { name: 'redis', examine: () => checkRedis(env), remedy: REDIS_REMEDY, seconds: 10 },
    { name: 'storage', examine: () => checkStorage(env), remedy: STORAGE_REMEDY, seconds: 10 },
    { name: 'smtp', examine: () => checkSmtp(env), remedy: SMTP_REMEDY, seconds: 10 },
    { name: 'clock', examine: async () => checkClock((await opening).url), ...database },
  ];
}

const DATABASE_REMEDY = 'Start the PostgreSQL that DATABASE_URL names, and let this machine and its user in.';
const REDIS_REMEDY = 'Start the Redis that REDIS_URL names, and let this machine in with that user and password.';
const STORAGE_REMEDY = 'Let the service write to DATA_DIR, or with S3_ENDPOINT let this machine connect to that host.';
const SMTP_REMEDY = 'Put the host, port, user and password of your mail server into SMTP_URL, and let this machine in.';

async function resultOf({ name, examine, remedy, seconds }: Check): Promise<CheckResult> {
  try {
    return { check: name, ...(await withTimeout(seconds * 1000, Promise.resolve(examine()))) };
  } catch (error) {
    if (isForOperators(error)) return { check: name, ...failed('It cannot be opened.', error.message) };
    return { check: name, ...failed(messageOf(error), remedy) };
  }
}

import { resolve } from 'node:path';
import { readSetting } from '../../platform/config/config';
import { USE_OTHER_DATABASE } from '../../platform/database/embedded-database';
import { withTimeout } from '../../platform/deadline';
import { messageOf, OperatorError } from '../../platform/errors/operator-error';
import type { CommandDatabase } from '../command-database';
import { openForCommand } from '../command-database';
import type { Terminal } from '../terminal';
import { checkClock, checkDatabase } from './database-check';
import { failed } from './finding.rules';
import type { Finding } from './finding.rules';
import { checkNotifications } from './notifications-check';
import { checkRedis } from './redis-check';
import { checkSettings } from './settings-check';
import { checkSmtp } from './smtp-check';
import { checkStorage } from './storage-check';

export interface CheckResult extends Finding {
  check: string;
}

/** Runs all checks at the same time. A check that fails does not prevent the results of the others. */
export async function runChecks(terminal: Terminal): Promise<CheckResult[]> {
  const opening = openDatabase(terminal);
  try {
    return await Promise.all(checksOf(terminal.env, opening).map(resultOf));
  } finally {
    const closing = opening.then((database) => database.close());
    await withTimeout(CLOSE_TIMEOUT_MS, closing).catch(() => undefined);
  }
}

/** Bounds the stop of an embedded database that hangs. The next start takes care of it. */
const CLOSE_TIMEOUT_MS = 60_000;

async function openDatabase(terminal: Terminal): Promise<CommandDatabase> {
  const databaseUrl = readSetting(terminal.env, 'DATABASE_URL');
  const dataDir = readSetting(terminal.env, 'DATA_DIR');
  if (databaseUrl === undefined || !dataDir)
    throw new OperatorError('DATABASE_URL or DATA_DIR is invalid. See the settings.');
  return openForCommand({ databaseUrl, dataDir: resolve(dataDir) }, terminal);
}

interface Check {
  name: string;
  run: () => Finding | Promise<Finding>;
  /** For a check that fails or does not end in time. */
  remedy: string;
  timeoutSeconds: number;
}

function checksOf(env: NodeJS.ProcessEnv, opening: Promise<CommandDatabase>): Check[] {
  const isEmbedded = readSetting(env, 'DATABASE_URL') === null;
  const database = isEmbedded
    ? { remedy: USE_OTHER_DATABASE, timeoutSeconds: 120 }
    : { remedy: DATABASE_REMEDY, timeoutSeconds: 10 };
  return [
    { name: 'settings', run: () => checkSettings(env), remedy: SETTINGS_REMEDY, timeoutSeconds: 10 },
    { name: 'database', run: async () => checkDatabase((await opening).url, env), ...database },
    { name: 'redis', run: () => checkRedis(env), remedy: REDIS_REMEDY, timeoutSeconds: 10 },
    { name: 'storage', run: () => checkStorage(env), remedy: STORAGE_REMEDY, timeoutSeconds: 10 },
    { name: 'smtp', run: () => checkSmtp(env), remedy: SMTP_REMEDY, timeoutSeconds: 10 },
    { name: 'notify', run: async () => checkNotifications((await opening).url, env), ...database },
    { name: 'clock', run: async () => checkClock((await opening).url), ...database },
  ];
}

const SETTINGS_REMEDY = 'Set HOST to an address of this machine.';
const DATABASE_REMEDY =
  'Start the PostgreSQL server that DATABASE_URL names, and allow this machine and the user of that URL to connect.';
const REDIS_REMEDY =
  'Start the Redis server that REDIS_URL names, and allow this machine to connect with that user and password.';
const STORAGE_REMEDY =
  'Allow the service to write to DATA_DIR or, with S3_ENDPOINT, to write, list, read and delete objects of the bucket.';
const SMTP_REMEDY =
  'Set SMTP_URL to the host, port, user and password of the mail server, and allow this machine to connect.';

async function resultOf({ name, run, remedy, timeoutSeconds }: Check): Promise<CheckResult> {
  try {
    return { check: name, ...(await withTimeout(timeoutSeconds * 1000, Promise.resolve(run()))) };
  } catch (error) {
    if (error instanceof OperatorError) return { check: name, ...failed('It cannot be opened.', error.message) };
    return { check: name, ...failed(messageOf(error), remedy) };
  }
}

import { resolve } from 'node:path';
import { readSetting } from '../../platform/config/config';
import { migrationStateOf } from '../../platform/database/migrations';
import { connectionRemedyOf } from '../../platform/database/connection-remedies.rules';
import { hasEmbeddedDatabase, USE_OTHER_DATABASE } from '../../platform/database/embedded-database';
import { withTimeout } from '../../platform/time';
import { messageOf, OperatorError } from '../../platform/errors/operator-error';
import { certificateRemedyOf } from '../../platform/errors/certificate-remedies.rules';
import { smtpRemedyOf } from '../../platform/mail/smtp-remedies.rules';
import { redisRemedyOf } from '../../platform/redis/redis-remedies.rules';
import { type CommandDatabase, openForCommand } from '../command-database';
import type { Terminal } from '../terminal';
import { checkBackup, checkReplica } from './copies-check';
import { checkClock, checkDatabase } from './database-check';
import { BEFORE_MIGRATIONS, failed, type Finding, off } from './finding.rules';
import { checkNotifications, checkSmtp } from './notifications-check';
import { checkRedis } from './redis-check';
import { checkSecret } from './secret-check';
import { checkSettings } from './settings-check';
import { checkStorage } from './storage-check';
import { checkHosts, checkTemplates, checkVisitorMails } from './workflows-check';

export interface CheckResult extends Finding {
  check: string;
}

/** Runs all checks at the same time and reports each result at once, so that a slow check does not delay the others. */
export async function runChecks(terminal: Terminal, tell: Telling): Promise<CheckResult[]> {
  const opening = openDatabase(terminal);
  const checks = checksOf(terminal.env, opening);
  const waiting = new Set(checks.map(({ name }) => name));
  const progress = setInterval(() => tell.waiting([...waiting]), PROGRESS_MS);
  const run = async (check: Check): Promise<CheckResult> => {
    const result = await resultOf(check);
    waiting.delete(check.name);
    tell.result(result);
    return result;
  };
  try {
    return await Promise.all(checks.map(run));
  } finally {
    clearInterval(progress);
    const closing = opening.then((database) => database?.close());
    await withTimeout(CLOSE_TIMEOUT_MS, closing).catch(() => undefined);
  }
}

export interface Telling {
  result: (result: CheckResult) => void;
  /** Called every two seconds with the names of the unfinished checks. */
  waiting: (checks: string[]) => void;
}

const PROGRESS_MS = 2_000;

/** Limits the wait for an embedded database that does not stop. Its next start repairs it. */
const CLOSE_TIMEOUT_MS = 60_000;

/** Resolves with null before the first start with the embedded database, since a check must not create one. */
async function openDatabase(terminal: Terminal): Promise<CommandDatabase | null> {
  const databaseUrl = readSetting(terminal.env, 'DATABASE_URL');
  const dataDir = readSetting(terminal.env, 'DATA_DIR');
  if (databaseUrl === undefined || !dataDir) throw new OperatorError('DATABASE_URL or DATA_DIR is invalid. See the settings.');
  const settings = { databaseUrl, dataDir: resolve(dataDir) };
  if (databaseUrl === null && !(await hasEmbeddedDatabase(settings.dataDir))) return null;
  return openForCommand(settings, terminal);
}

interface Check {
  name: string;
  /** The check must stop when `signal` aborts at the timeout. */
  run: (signal: AbortSignal) => Finding | Promise<Finding>;
  remedyFor: (error: unknown) => string;
  timeoutSeconds: number;
}

function checksOf(env: NodeJS.ProcessEnv, opening: Promise<CommandDatabase | null>): Check[] {
  const isEmbedded = readSetting(env, 'DATABASE_URL') === null;
  const onDatabase = (name: string, work: (url: string) => Promise<Finding>): Check => ({
    name,
    run: async () => {
      const database = await opening;
      return database ? work(database.url) : off(NO_DATABASE);
    },
    remedyFor: isEmbedded ? () => USE_OTHER_DATABASE : connectionRemedyOf,
    timeoutSeconds: isEmbedded ? EMBEDDED_SECONDS : TIMEOUT_SECONDS,
  });
  const onTables = (name: string, work: (url: string) => Promise<Finding>): Check =>
    onDatabase(name, async (url) => ((await migrationStateOf(url)).pending.length > 0 ? off(BEFORE_MIGRATIONS) : work(url)));
  const others = (name: string, run: Check['run'], remedyFor: Check['remedyFor']): Check => ({
    ...{ name, run, remedyFor },
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  return [
    others(
      'settings',
      () => checkSettings(env),
      () => SETTINGS_REMEDY,
    ),
    onDatabase('database', (url) => checkDatabase(url, env)),
    onDatabase('secret', (url) => checkSecret(url, env)),
    others(
      'replica',
      () => checkReplica(env),
      (error) => certificateRemedyOf(error, 'DATABASE_REPLICA_URL') ?? REPLICA_REMEDY,
    ),
    others('redis', () => checkRedis(env), redisRemedyOf),
    others(
      'storage',
      (signal) => checkStorage(env, signal),
      (error) => certificateRemedyOf(error, 'S3_ENDPOINT') ?? STORAGE_REMEDY,
    ),
    others('smtp', () => checkSmtp(env), smtpRemedyOf),
    onTables('notify', (url) => checkNotifications(url, env)),
    onTables('templates', checkTemplates),
    onTables('visitors', checkVisitorMails),
    onTables('hosts', checkHosts),
    onTables('backup', (url) => checkBackup(url, env)),
    onDatabase('clock', checkClock),
  ];
}

/** The limit of one check in seconds. It keeps the whole command, with the start of the program, under ten seconds. */
const TIMEOUT_SECONDS = 6;

/** The embedded database may first have to recover from a crash. */
const EMBEDDED_SECONDS = 120;

const NO_DATABASE = 'There is no embedded database yet. The first start creates it.';
const SETTINGS_REMEDY = 'Set HOST to an address of this machine.';
const REPLICA_REMEDY =
  'Start the standby that DATABASE_REPLICA_URL names, and allow this machine to connect to it. Until then the primary is read.';
const STORAGE_REMEDY =
  'Allow the service to write to DATA_DIR or, with S3_ENDPOINT, to write, list, read and delete objects of the bucket.';

async function resultOf({ name, run, remedyFor, timeoutSeconds }: Check): Promise<CheckResult> {
  const limit = new AbortController();
  try {
    return { check: name, ...(await withTimeout(timeoutSeconds * 1000, Promise.resolve(run(limit.signal)))) };
  } catch (error) {
    if (error instanceof OperatorError) return { check: name, ...failed('It cannot be opened.', error.message) };
    return { check: name, ...failed(messageOf(error), remedyFor(error)) };
  } finally {
    limit.abort();
  }
}

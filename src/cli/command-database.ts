import { type Config, readSetting } from '../platform/config/config';
import { runningDatabaseUrl } from '../embedded-postgres/database-address';
import { startEmbeddedDatabase } from '../platform/database/embedded-database';
import { assertReachable, withRemedy } from '../platform/database/open-database';
import { OperatorError } from '../platform/errors/operator-error';
import type { Terminal } from './terminal';

export interface CommandDatabase {
  url: string;
  close(): Promise<void>;
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Opens the database, runs `work` and closes the database. Throws an `OperatorError` when the database cannot be reached. */
export async function withDatabase<Result>(
  settings: DatabaseSettings,
  terminal: Terminal,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const database = await openForCommand(settings, terminal);
  try {
    await assertReachable(database.url);
    return await work(database.url);
  } catch (error) {
    throw withRemedy(error);
  } finally {
    await database.close();
  }
}

/** Throws an `OperatorError` behind a pooler in transaction mode, for commands that need a database session of their own. */
export function requireSession({ env }: Terminal, command: string): void {
  if (readSetting(env, 'DATABASE_POOLER') === 'transaction')
    throw new OperatorError(
      `"${command}" does not work through a pooler in transaction mode. ` +
        'Set DATABASE_URL to the address of the server itself for this command, and DATABASE_POOLER to none.',
    );
}

/** Connects to `DATABASE_URL` or to the embedded database. If the command has to start the latter, `close` stops it. */
export async function openForCommand({ databaseUrl, dataDir }: DatabaseSettings, terminal: Terminal): Promise<CommandDatabase> {
  const url = databaseUrl ?? (await runningDatabaseUrl(dataDir));
  return url === null ? startForCommand(dataDir, terminal) : { url, close: () => Promise.resolve() };
}

/** Starts the database server in a separate process, which must be stopped when a signal ends this one. */
async function startForCommand(dataDir: string, { stderr }: Terminal): Promise<CommandDatabase> {
  const starting = startEmbeddedDatabase(dataDir, (line) => stderr.write(`${line}\n`));
  const stopAndExit = () =>
    void starting.then(
      (embedded) => embedded.stop().finally(() => process.exit(1)),
      () => undefined, // the command reports this error itself
    );
  for (const signal of SIGNALS) process.once(signal, stopAndExit);
  const embedded = await starting;
  return {
    url: embedded.url,
    async close() {
      await embedded.stop();
      for (const signal of SIGNALS) process.off(signal, stopAndExit);
    },
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

import type { Config } from '../platform/config/config';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { runningDatabaseUrl } from '../embedded-postgres/database-address';
import { refuseUnreachable } from '../platform/database/refuse-unreachable';
import type { Terminal } from './terminal';

/** The database that a command works on. */
export interface CommandDatabase {
  url: string;
  close(): Promise<void>;
}

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Does some work on the database, and lets go of it. Throws an `OperatorError` when it cannot be reached. */
export async function withDatabase<Result>(
  place: Place,
  terminal: Terminal,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const database = await openForCommand(place, terminal);
  try {
    await refuseUnreachable(database.url);
    return await work(database.url);
  } finally {
    await database.close();
  }
}

/** The database of the settings, or the embedded one: that of a running service, else it is started until `close`. */
export async function openForCommand({ databaseUrl, dataDir }: Place, terminal: Terminal): Promise<CommandDatabase> {
  const url = databaseUrl ?? (await runningDatabaseUrl(dataDir));
  return url === null ? startForCommand(dataDir, terminal) : { url, close: () => Promise.resolve() };
}

/** The server is a process of its own, so a signal that ends us must end it too. */
async function startForCommand(dataDir: string, { stderr }: Terminal): Promise<CommandDatabase> {
  const embedded = await startEmbeddedPostgres({ dataDir, onNotice: (line) => stderr.write(`${line}\n`) });
  const leave = () => void embedded.stop().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.once(signal, leave);
  return {
    url: embedded.url,
    async close() {
      await embedded.stop();
      for (const signal of SIGNALS) process.off(signal, leave);
    },
  };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

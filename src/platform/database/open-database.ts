import type { Config } from '../config/config';
import { startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres';
import { refuseUnreachable } from './refuse-unreachable';

/** Where the database of this process is, and how to let go of it after the last query. */
export interface OpenDatabase {
  url: string;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** The database of the settings, which must be reachable, or without one a PostgreSQL that comes with this process. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  onNotice: (line: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl) {
    await refuseUnreachable(databaseUrl);
    return { url: databaseUrl, isEmbedded: false, close: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedPostgres({ dataDir, onNotice });
  return { url: embedded.url, isEmbedded: true, close: () => embedded.stop() };
}

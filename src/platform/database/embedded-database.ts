import * as dataDirs from '../../embedded-postgres/data-dir';
import { installedPackage } from '../../embedded-postgres/binaries';
import { hasCluster } from '../../embedded-postgres/cluster';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres';
import { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from '../../embedded-postgres/embedded-postgres-error';
import { EMBEDDED_DATABASE } from '../config/settings';
import { OperatorError } from '../errors/operator-error';

/** Starts the embedded PostgreSQL on `DATA_DIR`. Throws an `OperatorError` when it cannot run. */
export const startEmbeddedDatabase = (dataDir: string, onNotice: (line: string) => void): Promise<EmbeddedPostgres> =>
  withRemedies(() => startEmbeddedPostgres({ dataDir, name: EMBEDDED_DATABASE, onNotice }));

/** Creates `DATA_DIR`, closed to other users, unless it exists. Throws an `OperatorError` when it cannot be used. */
export const ensureDataDir = (dataDir: string): Promise<void> => withRemedies(() => dataDirs.ensureDataDir(dataDir));

/** False before the first start on `DATA_DIR`. Throws an `OperatorError` when a start is impossible. Creates nothing. */
export const hasEmbeddedDatabase = (dataDir: string): Promise<boolean> =>
  withRemedies(async () => {
    await dataDirs.assertUsable(dataDir);
    await installedPackage();
    return hasCluster(dataDir);
  });

/** Throws an `OperatorError` when `DATA_DIR` can be neither used nor created. Creates nothing. */
export const assertUsableDataDir = (dataDir: string): Promise<void> => withRemedies(() => dataDirs.assertUsable(dataDir));

async function withRemedies<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    const withRemedy = REMEDIES[error.code];
    throw new OperatorError(withRemedy?.(error.message) ?? error.message, { cause: error });
  }
}

export const USE_OTHER_DATABASE = 'Set DATABASE_URL (and APP_SECRET) to use a PostgreSQL of your own.';

const REMEDIES: Partial<Record<EmbeddedPostgresErrorCode, (message: string) => string>> = {
  unsupported: (message) => `${USE_OTHER_DATABASE} ${message}`, // a single line for the log of a container
  folder_not_writable: (message) => `${message}\nSet DATA_DIR to a folder that this user may write to.`,
  folder_of_another_user: (message) => `${message}\nStart the service as that user, or set DATA_DIR to another folder.`,
};

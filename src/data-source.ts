import 'reflect-metadata';
import { DataSource, type Migration } from 'typeorm';
import { runningDatabaseUrl } from './embedded-postgres/database-address';
import { ENTITIES } from './entities';
import { readSetting } from './platform/config/config';
import { environmentOfThisProcess } from './platform/config/environment';
import { SnakeNamingStrategy } from './platform/database/columns';
import { migrate, migrationOptions } from './platform/database/migrations';
import { explanationOf, OperatorError } from './platform/errors/operator-error';

/** Applies migrations as the service does: under its advisory lock, and together with the functions of the database. */
class ServiceDataSource extends DataSource {
  constructor(private readonly url: string) {
    super({ ...migrationOptions(url), entities: ENTITIES, namingStrategy: new SnakeNamingStrategy() });
  }

  override async runMigrations(): Promise<Migration[]> {
    const applied = await migrate(this.url, (line) => process.stderr.write(`${line}\n`));
    return applied.map((name) => ({ id: undefined, timestamp: 0, name }));
  }

  override synchronize(): Promise<void> {
    return Promise.reject(new OperatorError('Only migrations change the tables.'));
  }
}

async function open(): Promise<DataSource> {
  const env = environmentOfThisProcess();
  if (readSetting(env, 'DATABASE_POOLER') === 'transaction') throw new OperatorError(POOLER);
  const url = readSetting(env, 'DATABASE_URL') ?? (env['DATABASE_URL'] ? null : await runningDatabaseUrl(readSetting(env, 'DATA_DIR')!));
  if (url === null) throw new OperatorError(NO_DATABASE);
  return new ServiceDataSource(url);
}

const POOLER = 'Set DATABASE_URL to the address of the server itself, and DATABASE_POOLER to none.';
const NO_DATABASE =
  'Set DATABASE_URL, such as postgres://user:password@host:5432/name, or start the service with its own database: npm start.';

/** The database for TypeORM's own tool: `npx typeorm -d dist/data-source.js migration:show`. */
export const dataSource = open().catch((error: unknown) => {
  process.stderr.write(`${explanationOf(error)}\n`); // some commands of TypeORM's tool print no error
  process.exit(1);
});

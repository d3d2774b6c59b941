import { createMigrationSource } from './data-source';

/**
 * Applies the pending migrations, oldest first, and returns their names. Several processes may call this at once:
 * an advisory lock lets one work while the others wait and then find nothing left to do.
 */
export async function migrate(url: string): Promise<string[]> {
  const source = await createMigrationSource(url).initialize();
  try {
    await source.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await source.runMigrations();
    return applied.map((migration) => migration.name);
  } finally {
    await source.destroy();
  }
}

const MIGRATION_LOCK = 8_226_011;

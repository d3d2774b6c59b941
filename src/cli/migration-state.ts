import { MigrationExecutor } from 'typeorm';
import { createMigrationSource } from '../platform/database/data-source';

/** Names of migrations. */
export interface MigrationState {
  applied: string[];
  pending: string[];
}

/** How far a database has been migrated. Only reads. */
export async function migrationStateOf(url: string): Promise<MigrationState> {
  const source = await createMigrationSource(url).initialize();
  try {
    const executor = new MigrationExecutor(source);
    const applied = await executor.getExecutedMigrations();
    const pending = await executor.getPendingMigrations();
    return { applied: applied.map(({ name }) => name), pending: pending.map(({ name }) => name) };
  } finally {
    await source.destroy();
  }
}

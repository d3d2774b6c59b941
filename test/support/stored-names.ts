import type { Database } from '../../src/platform/database/database';

/** Statements of tests see rows as they are stored: with the names of columns. */
export const withStoredNames = (database: Database): Database =>
  Object.assign(Object.create(database) as Database, {
    query: async (sql: string, parameters?: unknown[]) => {
      const { fields, rows } = await database.execute(sql, parameters);
      return rows.map((values) => Object.fromEntries(fields.map(({ name }, index) => [name, values[index] as unknown])));
    },
  });

import type { Instance } from './app';

/** A digest of each table of the service, by which tests see what has been written. */
export async function databaseContents({ database }: Pick<Instance, 'database'>): Promise<Record<string, string>> {
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' order by 1`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const sql = `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from "${name}" t`;
    contents[name] = (await database.query<{ digest: string }>(sql))[0]!.digest;
  }
  return contents;
}

/** The names of the tables that differ. */
export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name]);

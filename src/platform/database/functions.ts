import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

export interface DatabaseFunction {
  name: string;
  sql: string;
}

/** The functions of this build: the `.sql` files of the source, each after those that it mentions. */
export function functionsOfBuild(): DatabaseFunction[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort();
  const texts = files.map((path) => ({
    name: basename(path, '.sql').replaceAll('-', '_'),
    sql: readFileSync(join(SOURCES, path), 'utf8'),
  }));
  const ordered = new Set<DatabaseFunction>();
  const add = (text: DatabaseFunction, users: DatabaseFunction[]): void => {
    if (ordered.has(text) || users.includes(text)) return;
    for (const other of texts) if (mentions(text, other)) add(other, [...users, text]);
    ordered.add(text);
  };
  for (const text of texts) add(text, []);
  return [...ordered];
}

/** `src` when tests run, else `dist`, to which the build copies the files. */
const SOURCES = join(__dirname, '../..');

const mentions = ({ sql }: DatabaseFunction, { name }: DatabaseFunction): boolean =>
  new RegExp(`\\b${name}\\b`).test(sql.replace(/--.*/g, ''));

/** The functions of this build whose text was never applied to the database. Newer functions of a later build are left alone. */
export async function pendingFunctions(source: Pick<EntityManager, 'query'>, functions: DatabaseFunction[]): Promise<DatabaseFunction[]> {
  const [table] = await source.query<{ exists: boolean }[]>(`select to_regclass('applied_functions') is not null as exists`);
  if (!table!.exists) return functions;
  const applied = await source.query<{ digest: Buffer }[]>('select digest from applied_functions');
  const digests = new Set(applied.map(({ digest }) => digest.toString('hex')));
  return functions.filter(({ sql }) => !digests.has(digestOf(sql).toString('hex')));
}

/** Applies all functions in one transaction, so that a caller finds either the old ones or the new ones. */
export const applyFunctions = (source: DataSource, functions: DatabaseFunction[]): Promise<void> =>
  source.transaction((transaction) => apply(transaction, functions));

/** Applies functions that a migration needs, in its transaction. Their text is that of this build, not that of the migration's time. */
export async function applyByName({ manager }: QueryRunner, names: readonly string[]): Promise<void> {
  const functions = functionsOfBuild().filter(({ name }) => names.includes(name));
  await apply(manager, await pendingFunctions(manager, functions));
}

async function apply(transaction: EntityManager, functions: DatabaseFunction[]): Promise<void> {
  await transaction.query(APPLIED_FUNCTIONS);
  for (const { name, sql } of functions) {
    await transaction.query(sql);
    await transaction.query('insert into applied_functions (name, digest) values ($1, $2)', [name, digestOf(sql)]);
  }
}

const APPLIED_FUNCTIONS = `
  create table if not exists applied_functions (
    name text not null,
    digest bytea primary key,
    applied_at timestamptz(3) not null default now()
  )`;

const digestOf = (sql: string): Buffer => createHash('sha256').update(sql).digest();

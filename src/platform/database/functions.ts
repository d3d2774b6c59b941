import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** The text of a function of the database with its triggers, or of a type. */
export interface DatabaseFunction {
  name: string;
  sql: string;
}

/** The functions of this build: the `.sql` files of the source, each after the ones that it mentions. */
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

/** `src` when tests run; the build copies the files to `dist`. */
const SOURCES = join(__dirname, '../..');

const mentions = ({ sql }: DatabaseFunction, { name }: DatabaseFunction): boolean =>
  new RegExp(`\\b${name}\\b`).test(sql.replace(/--.*/g, ''));

/**
 * The functions of this build whose text was never applied to the database. Newer ones, which a later build has applied, are left alone.
 */
export async function pendingFunctions(source: Pick<EntityManager, 'query'>, functions: DatabaseFunction[]): Promise<DatabaseFunction[]> {
  const [table] = await source.query<{ exists: boolean }[]>(`select to_regclass('applied_functions') is not null as exists`);
  if (!table!.exists) return functions;
  const applied = await source.query<{ digest: Buffer }[]>('select digest from applied_functions');
  const digests = new Set(applied.map(({ digest }) => digest.toString('hex')));
  return functions.filter(({ sql }) => !digests.has(digestOf(sql).toString('hex')));
}

/** All in one transaction, so that a caller finds either all of the former ones or all of the new ones. */
export const applyFunctions = (source: DataSource, functions: DatabaseFunction[]): Promise<void> =>
  source.transaction((transaction) => apply(transaction, functions));

/** In the transaction of a migration that needs these functions. Their text is the present one, as for everybody who comes later. */
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

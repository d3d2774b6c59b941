import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
const VERSIONS = '/usr/lib/postgresql';

/** The names of the programs that a cluster needs and that are not installed. */
export function missingPrograms() {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((name) => !FOLDERS.some((path) => existsSync(join(path, name))));
  return postgresFolder() === null ? [...missing, 'postgres in /usr/lib/postgresql'] : missing;
}

/** The programs of the newest complete PostgreSQL of Debian, or null. The embedded one has no pg_basebackup and no pg_rewind. */
export function postgresFolder() {
  if (!existsSync(VERSIONS)) return null;
  const folders = readdirSync(VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'));
  return folders.find((folder) => ['pg_basebackup', 'pg_rewind', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null;
}

import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { builtFile } from '../../../scripts/build-if-changed.mjs';
import { postgresFolder } from '../../chaos/failover/programs.mjs';
import { atEnd } from '../../support/at-end.mjs';
import { portToKeep } from '../../support/ports.mjs';

const PASSWORD = 'of a drill';

export const missingServer = () => postgresFolder() === null;

/** A server whose write-ahead log is archived as it is written, in folders of its own. */
export async function archivedPostgres(folder) {
  const { userForNewCluster } = createRequire(import.meta.url)(builtFile('embedded-postgres/os-user.js'));
  const user = (await userForNewCluster()) ?? {};
  const run = (program, ...parameters) =>
    promisify(execFile)(join(postgresFolder(), program), parameters, {
      ...user,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PGPASSWORD: PASSWORD },
    });
  const place = (name) => {
    const path = join(folder, name);
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
    return path;
  };
  const archive = place('archive');
  const port = await portToKeep();
  const urlAs = (role, database = 'forms') => `postgres://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;

  /** Starts the server in a folder; settings are those of its command line. */
  const start = async (name, settings = []) => {
    const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
    const options = all.map((setting) => `-c '${setting}'`).join(' ');
    atEnd(() => run('pg_ctl', '-D', place(name), '-m', 'immediate', 'stop').catch(() => undefined));
    await run('pg_ctl', '-D', place(name), '-w', '-t', '120', '-l', join(place(name), 'server.log'), '-o', options, 'start');
  };
  const stop = (name) => run('pg_ctl', '-D', place(name), '-w', '-m', 'fast', 'stop');

  return {
    urlAs,
    stop,
    async create(name) {
      const secret = join(place('secret'), 'password');
      writeFileSync(secret, PASSWORD, { mode: 0o644 });
      await run('initdb', '-D', place(name), '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8');
      await start(name, ['archive_mode=on', `archive_command=cp %p ${archive}/%f`]);
    },
    async baseBackup(name) {
      rmSync(place(name), { recursive: true });
      const backup = place(name);
      await run('pg_basebackup', '-d', urlAs('postgres', 'postgres'), '-D', backup, '-X', 'none', '--no-verify-checksums', '-c', 'fast');
    },
    /** Starts a base backup as a server that has replayed the archive up to a time, and can be written. */
    async restore(name, time) {
      writeFileSync(join(place(name), 'recovery.signal'), '');
      await start(name, [`restore_command=cp ${archive}/%f %p`, `recovery_target_time=${time}`, 'recovery_target_action=promote']);
      while (existsSync(join(place(name), 'recovery.signal'))) await pause(50);
    },
  };
}

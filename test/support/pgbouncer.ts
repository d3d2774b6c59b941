import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../src/embedded-postgres/postmaster';
import { atEnd } from './at-end';
import { waitUntil } from './wait-until';

/** True when `pgbouncer` is installed. */
export const hasPgBouncer = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].some((folder) =>
  existsSync(join(folder, 'pgbouncer')),
);

/** Starts a pooler in front of a database, and resolves with the address of the database through it. */
export async function startPgBouncer(databaseUrl: string, mode: 'session' | 'transaction', ...settings: string[]): Promise<string> {
  const server = new URL(databaseUrl);
  const home = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  await chmod(home, 0o755); // the program refuses to run as root
  const port = await freePort();
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 10',
    'max_client_conn = 200',
    ...settings,
  ];
  const file = join(home, 'pgbouncer.ini');
  // With the authentication `any`, the database entry names the role.
  await writeFile(
    file,
    lines.join('\n').replace(/^\*.*$/m, (line) => `${line} user=${server.username}`),
  );
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const path = `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin`;
  const pooler = spawn('pgbouncer', ['-q', file], { ...account, cwd: '/', env: { PATH: path }, stdio: 'ignore' });
  atEnd(async () => {
    const ended = once(pooler, 'exit');
    if (pooler.exitCode === null && pooler.kill('SIGKILL')) await ended;
    await rm(home, { recursive: true, force: true });
  });
  const url = new URL(databaseUrl);
  url.port = String(port);
  await waitUntil(() => answers(url.href));
  return url.href;
}

const NOBODY = 65_534;

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}

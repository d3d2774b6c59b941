import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../src/embedded-postgres/postmaster';
import { ClamdClient } from '../../src/platform/antivirus/clamd-client';
import { waitUntil } from './wait-until';

/** The string that scanners agree to report, and that does no harm. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** True when this machine has the program; Debian's package is clamav-daemon. */
export const hasClamd = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, 'clamd')));

export interface Clamd {
  tcpUrl: string;
  unixUrl: string;
  stop(): Promise<void>;
}

/** A clamd that knows the EICAR string alone. It ends with this process at the latest. */
export async function startClamd(): Promise<Clamd> {
  const home = await mkdtemp(join(tmpdir(), 'clamd-'));
  await chmod(home, 0o755);
  const [port, socket] = [await freePort(), join(home, 'clamd.socket')];
  await writeFile(join(home, 'test.ndb'), `Eicar-Test:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
  await writeFile(join(home, 'clamd.conf'), settingsOf(home, port, socket));
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', join(home, 'clamd.conf')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env['PATH']}${delimiter}/usr/sbin` },
  });
  const urls = { tcpUrl: `tcp://127.0.0.1:${port}`, unixUrl: `unix:${socket}` };
  await waitUntil(async () => {
    await new ClamdClient({ url: urls.tcpUrl }).ping();
    return true;
  });
  const stop = async () => {
    guard.stdin.end();
    await once(guard, 'exit');
    await rm(home, { recursive: true });
  };
  return { ...urls, stop };
}

/** Kills the server at the end of the input, which comes with the end of the test process at the latest. */
const GUARD = 'clamd --config-file="$1" > /dev/null 2>&1 & read -r _; kill -9 $!; wait 2> /dev/null';

const settingsOf = (home: string, port: number, socket: string): string =>
  [
    'Foreground yes',
    `DatabaseDirectory ${home}`,
    `TemporaryDirectory ${home}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `LocalSocket ${socket}`,
    'StreamMaxLength 2M',
    ...(process.getuid?.() === 0 ? ['User root'] : []),
    '',
  ].join('\n');

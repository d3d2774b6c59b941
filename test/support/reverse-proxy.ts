import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../src/embedded-postgres/postmaster';
import { atEnd } from './at-end';
import { waitUntil } from './wait-until';

export type ProxyProgram = 'haproxy' | 'nginx';

const PATH = `${process.env['PATH']}${delimiter}/usr/sbin`;

/** HAProxy accepts so many connections of clients in a test at a time. */
export const HAPROXY_CLIENTS = 100;

/** True when this machine has the program; Debian's packages have the same names. */
export const hasProxy = (program: string): boolean => PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));

/**
 * Starts a reverse proxy with its configuration in `deploy/`, in which only addresses and times are replaced, and
 * resolves with its address. It ends with this process at the latest.
 */
export async function startReverseProxy(program: ProxyProgram, apiPort: number): Promise<string> {
  const { source, changes, parameters } = PROGRAMS[program];
  const text = await readFile(join(__dirname, '../../deploy', source), 'utf8');
  const url = await startProxy({ program, parameters, configuration: (port, home) => changed(text, changes(port, apiPort, home)) });
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok);
  return url;
}

/** A proxy with its configuration for a port and a folder of its own, and the parameters with which it reads the file. */
export interface Proxy {
  program: string;
  configuration: (port: number, home: string) => string;
  parameters: (home: string, file: string) => string[];
}

/** Starts a proxy, and resolves with its address, perhaps before it listens. It ends with this process at the latest. */
export async function startProxy({ program, configuration, parameters }: Proxy): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'proxy-'));
  const [port, file] = [await freePort(), join(home, 'configuration')];
  await writeFile(file, configuration(port, home));
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', program, ...parameters(home, file)], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, PATH },
  });
  atEnd(async () => {
    const ended = once(guard, 'exit');
    guard.stdin.end();
    await ended;
    await rm(home, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${port}`;
}

/** Ends the program at the end of the input. */
const GUARD = '"$@" > /dev/null 2>&1 & read -r _; kill $!; wait 2> /dev/null';

type Changes = [from: string, to: string][];

const PROGRAMS: Record<
  ProxyProgram,
  Pick<Proxy, 'parameters'> & { source: string; changes: (port: number, apiPort: number, home: string) => Changes }
> = {
  haproxy: {
    source: 'haproxy.cfg',
    changes: (port, apiPort) => [
      [' bind :8080', ` bind 127.0.0.1:${port}`],
      ['127.0.0.1:3000', `127.0.0.1:${apiPort}`],
      ['127.0.0.1:3001', `127.0.0.1:${apiPort}`],
      ['maxconn 8000', `maxconn ${HAPROXY_CLIENTS}`],
      ['timeout server 120s', 'timeout server 1s'],
    ],
    parameters: (_, file) => ['-db', '-f', file],
  },
  nginx: {
    source: 'nginx.conf',
    changes: (port, apiPort, home) => [
      ['listen 8080', `listen 127.0.0.1:${port}`],
      ['server api:3000 resolve max_fails=1', `server 127.0.0.1:${apiPort} max_fails=0`],
      ['resolver 127.0.0.11 valid=2s ipv6=off;', ''],
      ['pid /tmp/nginx.pid', `pid ${home}/nginx.pid`],
      ['proxy_read_timeout 120s', 'proxy_read_timeout 1s'],
    ],
    parameters: (home, file) => ['-p', home, '-c', file, '-g', 'daemon off;'],
  },
};

/** Throws for a text that the configuration no longer contains. */
function changed(text: string, changes: Changes): string {
  return changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration does not contain "${from}".`);
    return result.replaceAll(from, to);
  }, text);
}

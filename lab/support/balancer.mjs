import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { portToKeep } from './ports.mjs';
import { launch } from './processes.mjs';
import { accepts } from './redis.mjs';

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));

/**
 * The reverse proxy of the repository's own configuration, `haproxy` or `nginx`, in which only addresses and paths are replaced, before the
 * API processes at two ports. Returns its URL.
 */
export async function startBalancer(kind, folder, ports) {
  const port = await portToKeep();
  const { source, replacements, command } = KINDS[kind];
  const file = join(folder, source);
  const text = await readFile(join(DEPLOY, source), 'utf8');
  await writeFile(file, replaced(text, replacements({ port, folder, ports })));
  const [program, ...parameters] = command(file, folder);
  const { ended } = launch(program, parameters, { PATH: `${process.env.PATH}:/usr/sbin` });
  const isOver = ended.then((code) => {
    throw new Error(`${program} ended with ${code}.`);
  });
  isOver.catch(() => undefined); // also at the end of the run
  while (!(await Promise.race([accepts(port), isOver]))) await pause(20);
  return `http://127.0.0.1:${port}`;
}

const KINDS = {
  haproxy: {
    source: 'haproxy.cfg',
    replacements: ({ port, ports }) => ({
      ' bind :8080': ` bind 127.0.0.1:${port}`,
      'api1 127.0.0.1:3000': `api1 127.0.0.1:${ports[0]}`,
      'api2 127.0.0.1:3001': `api2 127.0.0.1:${ports[1]}`,
    }),
    command: (file) => ['haproxy', '-db', '-f', file],
  },
  nginx: {
    source: 'nginx.conf',
    replacements: ({ port, folder, ports }) => ({
      'listen 8080;': `listen 127.0.0.1:${port};`,
      'error_log /dev/stderr warn;': `error_log ${folder}/nginx.log warn;`,
      'pid /tmp/nginx.pid;': `pid ${folder}/nginx.pid;`,
      'resolver 127.0.0.11 valid=2s ipv6=off;': '',
      'server api:3000 resolve max_fails=1 fail_timeout=2s;': ports
        .map((api) => `server 127.0.0.1:${api} max_fails=1 fail_timeout=2s;`)
        .join('\n'),
    }),
    command: (file, folder) => ['nginx', '-p', folder, '-c', file, '-g', 'daemon off;'],
  },
};

/** A text in which everything that is named is replaced. Throws when something is not there. */
export function replaced(text, replacements) {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration does not contain "${from}".`);
    return result.replaceAll(from, to);
  }, text);
}

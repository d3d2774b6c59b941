import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputOf } from '../../support/processes.mjs';

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

export async function wrkLoad(url, { method, paths, headers, body, withKeys }, { connections, seconds, pauseMs }) {
  const folder = await mkdtemp(join(tmpdir(), 'forms-bench-load-'));
  try {
    const [pathFile, bodyFile] = [join(folder, 'paths'), join(folder, 'body')];
    await writeFile(pathFile, paths.join('\n'));
    await writeFile(bodyFile, body ?? '');
    const sizes = ['-t1', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '--timeout', '10s', '-s', SCRIPT];
    const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const prefix = withKeys ? `${randomBytes(6).toString('hex')}-` : '-';
    const requests = [method, pathFile, body ? bodyFile : '-', prefix, pauseMs ? String(pauseMs) : '-'];
    return resultOf(await outputOf('wrk', [...sizes, ...headerOptions, url, '--', ...requests]));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function resultOf(output) {
  const { requests, us, refused, failed, p50, p99 } = JSON.parse(output.trim().split('\n').at(-1));
  return { accepted: requests - refused, refused: refused + failed, failed, duration: us / 1_000_000, p50, p99 };
}

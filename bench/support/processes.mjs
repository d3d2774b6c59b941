import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

const started = new Set();
process.on('exit', () => started.forEach((child) => child.kill('SIGKILL')));

/** Runs a program until `stop`. Shows its standard error, and discards its log. */
export function startProcess(file, env = {}) {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  started.add(child);
  const ended = once(child, 'exit').finally(() => started.delete(child));
  return {
    /** In bytes. */
    residentMemory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) * 1024,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs a server and waits for its first answer. `readyInMs` counts from the start of the process. */
export async function startServer(file, env, healthPath = '/healthz') {
  const port = await freePort();
  const startedAt = performance.now();
  const server = startProcess(file, { PORT: String(port), HOST: '127.0.0.1', ...env });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}${healthPath}`))) await pause(5);
  return { ...server, url, readyInMs: performance.now() - startedAt };
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

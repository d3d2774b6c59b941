import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd, isInterrupted } from './at-end.mjs';
import { portToKeep } from './ports.mjs';
import { processorTimeOf } from './processor-time.mjs';

/** Runs a program on the Node of this process until `stop`. Discards its log. */
export function startProcess(file, env = {}, parameters = []) {
  const { child, ended } = launch(process.execPath, [file, ...parameters], env);
  return {
    pid: child.pid,
    ended,
    /** The memory in bytes. */
    residentMemory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) * 1024,
    /** The time in microseconds. */
    processorTime: () => processorTimeOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs a program on the Node of this process and returns its output. Rejects when it fails. */
export const runToEnd = (file, parameters, env) => outputOf(process.execPath, [file, ...parameters], env);

/** Runs a program and returns its output. Rejects when it fails. */
export async function outputOf(program, parameters, env = {}) {
  const { child, ended } = launch(program, parameters, env, 'pipe');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await ended;
  if (code !== 0) throw new Error(`${program} ${parameters.join(' ')} ended with ${code}.\n${output}`);
  return output;
}

/**
 * A process that is killed at the end of the program. It has a process group of its own, so that Ctrl-C reaches only
 * the program. Its standard error is shown when it fails.
 */
export function launch(program, parameters, env, output = 'ignore') {
  if (isInterrupted()) throw new Error('The program is ending.');
  const child = spawn(program, parameters, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', output, 'pipe'], detached: true });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  child.once('close', (code) => code > 0 && !isInterrupted() && console.error(errors));
  const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  atEnd(async () => {
    killGroup(child);
    await ended.catch(() => undefined);
  });
  return { child, ended };
}

/** Ends a process with what it has started. One that has ended is left alone: its number may be that of another process by now. */
function killGroup({ pid, exitCode, signalCode }) {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}

/** Runs a server and waits for its first answer. `readyInMs` counts from the start of the process. */
export async function startServer(file, env) {
  const port = await portToKeep();
  const startedAt = performance.now();
  const server = startProcess(file, { PORT: String(port), HOST: '127.0.0.1', ...env });
  const url = `http://127.0.0.1:${port}`;
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  while (!(await answers(`${url}/healthz`))) {
    if (hasEnded) throw new Error(`${file} has ended before its first answer.`);
    await pause(5);
  }
  return { ...server, url, readyInMs: performance.now() - startedAt };
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** The time in which a program may end by itself before it is killed. */
const GRACE_MS = 20_000;
const running = new Set();

/**
 * Runs a command of the shell, whose output goes to a file, and ends it after a number of minutes with all processes that it has started.
 * Resolves with the verdict, "passed", "failed" or "hung", and the seconds that it took.
 */
export async function runStep({ command, minutes, graceMs = GRACE_MS }, file) {
  const beganMs = performance.now();
  const output = openSync(file, 'w');
  const child = spawn('bash', ['-c', command], {
    stdio: ['ignore', output, output],
    detached: true, // a process group of its own
  });
  closeSync(output);
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', () => resolve(1)));
  const step = { end: () => end(child.pid, ended, graceMs) };
  running.add(step);
  const code = await Promise.race([ended, pause(minutes * 60_000, 'late', { ref: false })]);
  if (code === 'late') await step.end();
  running.delete(step);
  const verdict = { 0: 'passed', late: 'hung' }[code] ?? 'failed';
  return { verdict, seconds: Math.round((performance.now() - beganMs) / 1000) };
}

/** Ends all steps that run, as on Ctrl-C. */
export const endSteps = () => Promise.all([...running].map((step) => step.end()));

/** Programs of the lab start others in groups of their own and end them after SIGTERM; what is left then is killed with them. */
async function end(pid, ended, graceMs) {
  const groups = new Set([pid, ...descendantsOf(pid)]);
  signal([pid], 'SIGTERM');
  await Promise.race([ended, pause(graceMs)]);
  signal([...groups, ...descendantsOf(pid)], 'SIGKILL');
  await ended;
}

function signal(groups, name) {
  for (const group of groups) {
    try {
      process.kill(-group, name);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error; // it is no group, or has ended
    }
  }
}

function descendantsOf(pid) {
  const children = new Map();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(entry);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const below = (of) => (children.get(of) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** The fields of `stat` follow the name of the program in parentheses, which may contain anything. */
function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    return undefined; // it has ended
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atEnd, isInterrupted } from '../../support/at-end.mjs';
import { builtFile } from '../../../scripts/build-if-changed.mjs';
import { portToKeep } from '../../support/ports.mjs';

const HOOK = fileURLToPath(new URL('fail-point-hook.cjs', import.meta.url));

/**
 * A place for one process of the service, which is started again whenever it ends. It reaches PostgreSQL and Redis through proxies of its
 * own, and PostgreSQL as a role of its own.
 */
export async function openSlot({ name, program, folder, settings, links, events }) {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const port = program === 'main' ? await portToKeep() : null;
  const slot = {
    name,
    program,
    port,
    ...links,
    child: null,
    /** A fault has this process to itself, until it sets this to false. */
    isTaken: false,
    /** The time, by the monotonic clock, at which the process that runs now did its work for the first time; else null. */
    workingSinceMs: null,
    /** Environment variables of the next start only. */
    nextEnv: {},
    startedAtMs: 0,
    /** The process ids that this slot has had. */
    pids: [],
    kill: (reason) => endWith(slot, 'SIGKILL', reason, events),
    terminate: (reason) => endWith(slot, 'SIGTERM', reason, events),
    signal: (signal) => slot.child.kill(signal),
    /** Resolves with whether the process has sent itself the signal within the time. */
    passes: (failPoint, signal, withinMs) => passes(slot, failPoint, signal, withinMs),
    /** Resolves when the process that runs now has ended. */
    ended: () => slot.ending,
  };
  let isOver = false;
  const start = () => {
    const env = { PATH: process.env.PATH, CHAOS_DIST: builtFile('.'), ...settings, ...slot.nextEnv };
    if (port !== null) Object.assign(env, { PORT: String(port), HOST: '127.0.0.1' });
    slot.nextEnv = {};
    const parameters = ['--require', HOOK, builtFile(`${program}.js`)];
    const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', log, log, 'ipc'], detached: true });
    child.on('error', () => undefined); // a message to a process that has just ended
    child.on('message', () => (slot.workingSinceMs = slot.child === child ? performance.now() : null));
    slot.child = child;
    slot.workingSinceMs = null;
    slot.pids.push(child.pid);
    slot.startedAtMs = performance.now();
    slot.ending = once(child, 'exit').then(([code, signal]) => {
      const hasWorked = slot.workingSinceMs !== null;
      slot.workingSinceMs = null;
      if (isOver) return;
      events.ended(slot, { pid: child.pid, code, signal, hasWorked });
      if (!isInterrupted()) setTimeout(() => !isOver && start(), RESTART_DELAY_MS);
    });
    events.started(slot, child);
  };
  atEnd(async () => {
    isOver = true;
    slot.child.kill('SIGKILL');
    if (slot.child.exitCode === null && slot.child.signalCode === null) await once(slot.child, 'exit');
  });
  start();
  return slot;
}

/** The time after which a supervisor such as systemd kills by default. */
const RESTART_DELAY_MS = 100;

async function endWith(slot, signal, reason, events) {
  events.killing(slot, slot.child.pid, signal, reason);
  const { ending } = slot;
  slot.child.kill(signal);
  await ending;
}

async function passes(slot, failPoint, signal, withinMs) {
  const { child, ending } = slot;
  if (!child.connected) return false;
  const { pid } = child;
  child.send({ failPoint, signal });
  const hasHappened = signal === 'SIGKILL' ? ending.then(() => true) : stopped(pid, withinMs);
  const isHit = await Promise.race([hasHappened, pause(withinMs, false, { ref: false })]);
  if (!isHit && child.connected) child.send({ failPoint: null, signal });
  return isHit;
}

async function stopped(pid, withinMs) {
  const { readFileSync } = await import('node:fs');
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; await pause(20)) {
    try {
      if (/^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) return true;
    } catch {
      return false;
    }
  }
  return false;
}

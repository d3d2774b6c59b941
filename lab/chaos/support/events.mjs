import { setTimeout as pause } from 'node:timers/promises';
import { processorTimeOf } from '../../support/processor-time.mjs';

/**
 * The events of processes, the database and Redis, with the times at which processes were ready. Times are those of the time
 * of day.
 */
export function openEvents() {
  const kills = [];
  const readyMs = [];
  const outages = [];
  const pauses = [];
  const ends = [];
  const ready = new Map();
  const events = {
    kills,
    /** The time from the start of an API process to its first ready answer. */
    readyMs,
    /** Times at which the database or Redis was disturbed. */
    outages,
    pauses,
    /** Processes that nobody has killed. */
    ownEnds: () => ends.filter(({ pid }) => !kills.some((kill) => kill.pid === pid)),
    killing: (slot, pid, signal, reason) => kills.push({ slot: slot.name, program: slot.program, pid, signal, reason, at: Date.now() }),
    ended: (slot, end) => ends.push({ slot: slot.name, ...end, at: Date.now() }),
    started: (slot, child) => {
      if (slot.program === 'main') void waitForReady(slot, child).catch(() => undefined); // it has been killed meanwhile
    },
    allReady: async (slots) => {
      while (!slots.every(({ child }) => ready.has(child.pid))) await pause(50);
    },
    /** Records an outage for as long as the work lasts. */
    outage: async (dependency, work) => {
      const outage = { dependency, from: Date.now(), to: Infinity };
      outages.push(outage);
      try {
        return await work();
      } finally {
        outage.to = Date.now();
      }
    },
    /** Tells if the database was disturbed then. */
    isDisturbed: (from, to) =>
      outages.some((outage) => outage.dependency === 'PostgreSQL' && outage.from < to + 1_000 && outage.to > from - 1_000),
  };

  async function waitForReady(slot, child) {
    const from = Date.now();
    while (child.exitCode === null && child.signalCode === null) {
      if (await isReady(slot.port)) {
        ready.set(child.pid, true);
        const cpuMs = processorTimeOf(child.pid) / 1000;
        readyMs.push({ slot: slot.name, ms: Date.now() - from, cpuMs, isDisturbed: events.isDisturbed(from, Date.now()) });
        return;
      }
      await pause(100);
    }
  }
  return events;
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

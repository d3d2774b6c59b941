import { setTimeout as pause } from 'node:timers/promises';
import { untilAnswered } from '../support/postgres.mjs';

/** Leases last 30 s from their last renewal, and the periodic task that finds the runs looks every 5 s. */
const LEASES_MS = 30_000;
const TAKEOVER_WITHIN_MS = 60_000;

/**
 * Suspends a worker that has had an answer and has not written the outcome, until another worker has taken over its
 * runs, and resumes it: it must not write. The other worker is not killed at that time.
 */
export async function zombie(world, random) {
  const [slot, other] = random.shuffled(world.workers);
  while (world.workers.some(({ isTaken, workingSinceMs }) => isTaken || workingSinceMs === null)) await pause(100);
  slot.isTaken = true;
  try {
    if (await slot.passes('delivery-answered', 'SIGSTOP', 15_000)) await outlive(world, slot, other);
  } finally {
    slot.child.kill('SIGCONT');
    slot.isTaken = false;
  }
}

async function outlive(world, slot, other) {
  const { pid } = slot.child;
  const interval = { pid, from: Date.now(), to: Infinity };
  world.events.pauses.push(interval);
  world.log(`${slot.name} is suspended before it writes an outcome`);
  await pause(LEASES_MS - 5_000);
  while (other.isTaken) await pause(100);
  other.isTaken = true;
  const count = await takeovers(world.admin, pid);
  interval.to = Date.now();
  slot.child.kill('SIGCONT');
  world.log(`${slot.name} is resumed after ${count} of its runs were taken over`);
  await pause(2_000); // in which it writes
  other.isTaken = false;
}

async function takeovers(admin, pid) {
  for (const endMs = performance.now() + TAKEOVER_WITHIN_MS; performance.now() < endMs; await pause(250)) {
    const [{ count }] = await untilAnswered(admin, TAKEN, [pid]);
    if (count > 0) return count;
  }
  return 0;
}

const TAKEN = `select count(*)::int as count from chaos.run_writes where new_number > old_number and chaos.pid_of(old_owner) = $1`;

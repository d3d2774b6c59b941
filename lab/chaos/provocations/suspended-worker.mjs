import { untilAnswered } from '../support/postgres.mjs';
import { formsOf, haveEnded, hit, PATIENCE_MS, until } from './support.mjs';

/** Leases last 30 s, the periodic task that finds the run looks every 5 s, and the delivery is repeated 5 s later. */
const TAKEOVER_WITHIN_MS = 120_000;

/**
 * Suspends a worker between the answer of a receiver and the write of the outcome. The other worker, which executes something else
 * meanwhile, takes the run over and repeats the delivery; while the receiver holds that back, and the other worker therefore the lease,
 * the first one is resumed and tries to write. Resolves with a function that waits for all this.
 */
export async function suspendWorker(world) {
  const [slot] = world.workers;
  slot.isTaken = true;
  world.gate.close();
  const stopped = await hit(world, { slot, failPoint: 'delivery-answered', signal: 'SIGSTOP', form: world.holding });
  if (!stopped) return () => resume(world, slot);
  const pause = { pid: stopped.pid, from: Date.now(), to: Infinity };
  world.events.pauses.push(pause);
  world.log(`${slot.name} is suspended before it writes an outcome`);
  const other = await world.clients.submit(formsOf(world, 'single')[0]);
  if (await haveEnded(world, [other], PATIENCE_MS)) world.provoked.otherClaim += 1;
  return async () => {
    const isRepeated = await until(() => world.gate.waiting > 0, TAKEOVER_WITHIN_MS);
    pause.to = Date.now();
    slot.child.kill('SIGCONT');
    if (isRepeated && (await until(() => hasTriedToWrite(world, slot, pause.to), PATIENCE_MS))) world.provoked.lateWrite += 1;
    resume(world, slot);
    await haveEnded(world, stopped.submitted, PATIENCE_MS);
  };
}

function resume(world, slot) {
  world.gate.open();
  slot.child.kill('SIGCONT');
  slot.isTaken = false;
}

const hasTriedToWrite = async ({ admin }, { name }, sinceMs) => (await untilAnswered(admin, TRIED, [name, sinceMs])).length > 0;

const TRIED = 'select from chaos.step_statements where writer = $1 and extract(epoch from at) * 1000 >= $2';

import { formsOf, haveEnded, hit } from './support.mjs';

/** Leases last 30 s, the periodic task that finds the runs looks every 5 s, and deliveries are repeated 5 s later. */
const TAKEOVER_WITHIN_MS = 120_000;

/**
 * Kills a worker that has written the intent to send and has sent nothing, and one that has the answer of a receiver and has not written
 * the outcome. Resolves with a function that waits until both runs have ended.
 */
export async function killWorkers(world) {
  const slot = world.workers.at(-1);
  const [form] = formsOf(world, 'single');
  const before = await hit(world, { slot, failPoint: 'intents-committed', signal: 'SIGKILL', form });
  const after = await hit(world, { slot, failPoint: 'delivery-answered', signal: 'SIGKILL', form });
  if (!before || !after) return undefined;
  return async () => {
    const submitted = [...before.submitted, ...after.submitted];
    if (!(await haveEnded(world, submitted, TAKEOVER_WITHIN_MS))) return void (world.stuckRuns += submitted.length);
    world.provoked.killedBeforeSending += 1;
    world.provoked.sentAgain += sentTwice(world.receipts, after.submitted);
  };
}

function sentTwice(receipts, submitted) {
  const timesOf = ({ key }) => receipts.filter((receipt) => receipt.key === key).length;
  return submitted.filter((submission) => timesOf(submission) > 1).length;
}

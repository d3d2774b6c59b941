import { formsOf, haveEnded, hit, PATIENCE_MS } from './support.mjs';

/**
 * Kills an API process between the commit of a submission and its answer, and with it the wake-up for its run, while nothing else happens
 * that could wake a worker. The client repeats the submission at the other process, and only the periodic task can find the run.
 */
export async function loseWakeUp(world) {
  const [slot] = world.apis;
  const [form] = formsOf(world, 'single');
  const killed = await hit(world, { slot, failPoint: 'batch-committed', signal: 'SIGKILL', form });
  if (!killed) return;
  if (await haveEnded(world, killed.submitted, PATIENCE_MS)) world.provoked.lostWakeUp += 1;
  else world.stuckRuns += killed.submitted.length;
}

import { setTimeout as pause } from 'node:timers/promises';
import { untilAnswered } from './postgres.mjs';

/**
 * Waits until every run has ended. The third attempt of a delivery follows minutes after the second one by design, so attempts that are
 * due later than in half a minute are brought forward.
 */
export async function drain(world, lastFaultMs, maxMs) {
  let broughtForward = 0;
  for (;;) {
    const [{ open }] = await untilAnswered(world.admin, OPEN);
    const seconds = (performance.now() - lastFaultMs) / 1000;
    if (open === 0 || performance.now() - lastFaultMs > maxMs) return { seconds, open, broughtForward };
    broughtForward += (await untilAnswered(world.admin, BRING_FORWARD)).length;
    await pause(500);
  }
}

const OPEN = 'select count(*)::int as open from workflow_runs where completed_at is null';

const BRING_FORWARD = `
  with late as (
    select id from workflow_runs where status = 'running' and lease_owner is null and due_at > now() + interval '30 seconds' for update skip locked
  ), steps as (
    update workflow_run_steps set due_at = now() - interval '10 seconds' from late where run_id = late.id and workflow_run_steps.status = 'waiting'
  )
  update workflow_runs r set due_at = now() from late where r.id = late.id returning r.id`;

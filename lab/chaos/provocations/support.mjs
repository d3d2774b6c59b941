import { setTimeout as pause } from 'node:timers/promises';
import { noteHit } from '../faults/kills.mjs';
import { untilAnswered } from '../support/postgres.mjs';

/** Resolves with whether the condition has held within the time. */
export async function until(condition, withinMs) {
  for (const endMs = performance.now() + withinMs; !(await condition()); await pause(50)) {
    if (performance.now() > endMs) return false;
  }
  return true;
}

export const formsOf = (world, kind) => world.forms.filter((form) => form.kind === kind);

const OPEN_OF = `select from workflow_runs r join submissions s on s.form_id = r.form_id and s.id = r.submission_id
  where s.fields ->> 'key' = any($1::text[]) and r.completed_at is null limit 1`;

/** Resolves with whether the runs of submissions have ended within the time. */
export function haveEnded({ admin }, submitted, withinMs) {
  const keys = submitted.map(({ key }) => key);
  return until(async () => (await untilAnswered(admin, OPEN_OF, [keys])).length === 0, withinMs);
}

/** A busy machine needs longer for what an idle one does within seconds. */
export const PATIENCE_MS = 60_000;

/**
 * Lets a process send itself a signal at a fail point, and submits one after the other until it has. Resolves with what was submitted to
 * that end, or with null when the process has not passed the fail point.
 */
export async function hit(world, { slot, failPoint, signal, form }) {
  if (!(await until(() => slot.child.connected, PATIENCE_MS))) return null;
  const { pid } = slot.child;
  const submitted = [];
  let isHit = null;
  const passing = slot.passes(failPoint, signal, PATIENCE_MS).then((result) => (isHit = result));
  const first = world.apis.indexOf(slot); // an API process has to get the submission itself
  while (isHit === null) {
    const submission = world.clients.submit(form, { first: Math.max(first, 0) });
    submitted.push(await submission);
    await Promise.race([passing, pause(500)]);
  }
  if (!isHit) return null;
  if (signal === 'SIGKILL') noteHit(world, slot, pid, failPoint);
  return { pid, submitted };
}

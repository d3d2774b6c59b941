import { haveEnded, PATIENCE_MS } from './support.mjs';

/** Submits once to a form of each kind whose account has a limit of points, with files and with runs that give some points back. */
export async function submitToEveryKind(world) {
  const kinds = new Map(world.limited.map((form) => [form.kind, form]));
  const submitted = await Promise.all([...kinds.values()].map((form) => world.clients.submit(form)));
  await haveEnded(world, submitted, PATIENCE_MS);
  const ids = submitted.map(({ id }) => id);
  const [points] = (await world.admin.query(POINTS, [ids])).rows;
  world.provoked.consumed += points.consumed;
  world.provoked.released += points.released;
  world.provoked.files += submitted.filter(({ form }) => form === kinds.get('withFiles').id).length;
}

const POINTS = `
  select (count(*) filter (where consumed_points > 0))::int as consumed, (count(*) filter (where released_points > 0))::int as released
  from workflow_runs where submission_id = any($1::uuid[])`;

import type { Definition } from '../../../src/workflows/model/definition.types';

/** `tiny` grants 20 points a month and has 2 test slots, `small` 50 and 3. */
export const SMALL_PLANS = `
  insert into plans (name, points_per_month, test_runs_max, read_per_minute, write_per_minute, destructive_per_minute, aggregate_per_minute)
  values ('tiny', 20, 2, 60, 60, 60, 60), ('small', 50, 3, 60, 60, 60, 60)`;

/** A version for each cost up to 30, whose number is its cost plus one. */
export const DEFAULT_VERSIONS = `
  insert into workflow_versions (id, workflow_id, version, definition, fingerprint, node_count, min_cost, max_cost, published_at)
  select gen_random_uuid(), $1, points + 1, '{}', '', 1, 0, points, now() from generate_series(0, 30) as points`;

/** A chain of steps for one point each that ends with a webhook. */
export function definitionOf(points: number): Definition {
  const steps = Array.from({ length: points }, (_, index) => ({
    id: `set${index}`,
    type: 'set_fields',
    config: { set: { seen: true } },
  }));
  const nodes = [
    { id: 'trigger', type: 'submission_received', config: {} },
    ...steps,
    { id: 'webhook', type: 'webhook', config: { url: 'https://receiver.example/' } },
  ];
  const edges = nodes.slice(1).map(({ id }, index) => ({ id: `to-${id}`, source: nodes[index]!.id, target: id }));
  return { schema_version: 1, nodes, edges };
}

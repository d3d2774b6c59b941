/**
 * The `insert` that books what steps have cost, for a statement that writes the steps as well. The source is a `from` item with the
 * columns `account_id`, `run_id`, `step_id` and `points`. A unique key on run and step fails the statement when a step is booked twice.
 */
export const insertConsumptions = (source: string): string => `
  insert into point_ledger (account_id, run_id, step_id, kind, points)
  select account_id, run_id, step_id, 'consume', points from ${source}`;

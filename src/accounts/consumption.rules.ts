/**
 * Writes down what steps have cost, as a part of a statement that does more. The source gives `account_id`, `run_id`, `step_id` and
 * `points` of each. A step that is billed a second time fails the statement.
 */
export const consumptionOf = (source: string): string => `
  insert into point_ledger (account_id, run_id, step_id, kind, points)
  select account_id, run_id, step_id, 'consume', points from ${source}`;

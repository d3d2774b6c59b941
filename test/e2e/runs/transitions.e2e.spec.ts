import { Client } from 'pg';
import {
  isTerminal,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  STEP_STATUSES,
  STEP_TRANSITIONS,
} from '../../../src/workflows/definition/state-machine.rules';
import type { RunStatus, StepStatus } from '../../../src/workflows/definition/state-machine.rules';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { aRun } from '../../support/runs';
import { aFanOut, STORE } from '../../support/workflows';

let app: TestApp;
let client: Client;
let runId: string;
beforeAll(async () => {
  app = await startApp();
  const run = await aRun(app, aFanOut(STORE));
  runId = run.id;
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  atEnd(() => client.end());
});

const pairsOf = <Status>(statuses: readonly Status[]): [Status, Status][] =>
  statuses.flatMap((from) => statuses.map((to): [Status, Status] => [from, to]));

/** True when the database allows an update from one status to another. */
async function isAllowed(prepare: string, move: string): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(prepare);
    await client.query(move);
    return true;
  } catch (error) {
    expect(String(error)).toContain('cannot move from');
    return false;
  } finally {
    await client.query('rollback');
  }
}

const endOf = (status: RunStatus): string => (isTerminal(RUN_TRANSITIONS, status) ? 'now()' : 'null');
const dueOf = (status: StepStatus): string => (status === 'waiting' ? 'now()' : 'null');

describe('the database allows a run to change', () => {
  it.each(pairsOf(RUN_STATUSES))('from %s to %s exactly if the state machine does', async (from, to) => {
    const prepare = `insert into workflow_runs (id, account_id, form_id, workflow_id, run_kind, definition, status, completed_at, created_at)
      select gen_random_uuid(), account_id, form_id, workflow_id, 'test', '{}', '${from}', ${endOf(from)}, now()
      from workflow_runs where id = '${runId}'`;
    const move = `update workflow_runs set status = '${to}', completed_at = ${endOf(to)} where run_kind = 'test'`;
    expect(await isAllowed(prepare, move)).toBe(from === to || RUN_TRANSITIONS[from].some((next) => next === to));
  });
});

describe('the database allows a step to change', () => {
  it.each(pairsOf(STEP_STATUSES))('from %s to %s exactly if the state machine does', async (from, to) => {
    const prepare = `insert into workflow_run_steps (id, run_id, form_id, node_id, node_type, node_kind, status, due_at)
      select gen_random_uuid(), id, form_id, 'n', 'webhook', 'destination', '${from}', ${dueOf(from)} from workflow_runs where id = '${runId}'`;
    const move = `update workflow_run_steps set status = '${to}', due_at = ${dueOf(to)} where node_id = 'n'`;
    expect(await isAllowed(prepare, move)).toBe(from === to || STEP_TRANSITIONS[from].some((next) => next === to));
  });
});

describe('the database refuses', () => {
  it.each([
    ['a finished run that keeps points', `status = 'running', reserved_points = 5`, `status = 'failed', completed_at = now()`],
    ['more points than were reserved', `reserved_points = 1, consumed_points = 2`],
    ['points below none', `consumed_points = -1`],
    ['an end without its time', `status = 'running'`, `status = 'failed'`],
    ['a time of the end before it', `completed_at = now()`],
  ])('%s', async (_, ...moves) => {
    const update = (members: string) => app.database.query(`update workflow_runs set ${members} where id = $1`, [runId]);
    const before = await app.database.query('select * from workflow_runs where id = $1', [runId]);
    const moved = app.transactions.run(async () => {
      for (const members of moves) await update(members);
    });
    await expect(moved).rejects.toThrow('violates check constraint');
    expect(await app.database.query('select * from workflow_runs where id = $1', [runId])).toEqual(before);
  });
});

import { pointViolations } from '../../support/point-violations';
import type { PointsForm, PointsRun } from './points.fixture';
import { PointsFixture } from './points.fixture';

let fixture: PointsFixture;
let form: PointsForm;
let run: PointsRun;

/** Each case corrupts the rows in its own way, so the tables are reset every time, without the constraints that would refuse it. */
beforeEach(async () => {
  fixture = await PointsFixture.start();
  await fixture.database.query(DROP_CHECKS);
  form = await fixture.form();
  run = await fixture.begin(form, 10);
  await fixture.work(run, 4);
});
afterEach(() => fixture.close());

const LEDGER = 'the ledger does not add up to the balance';

const DROP_CHECKS = `
  do $$ declare found record; begin
    for found in select conname, conrelid::regclass as of_table from pg_constraint
      where contype = 'c' and conrelid in ('accounts'::regclass, 'workflow_runs'::regclass)
    loop execute format('alter table %s drop constraint %I', found.of_table, found.conname); end loop;
  end $$`;

const violations = async () => (await pointViolations(fixture.database)).map(({ violation }) => violation);

it('reports nothing for consistent accounts, during a run and after it', async () => {
  expect(await violations()).toEqual([]);
  await fixture.end(run);
  expect(await violations()).toEqual([]);
});

it.each([
  ['a lost point', `update accounts set points_balance = points_balance - 1`, [LEDGER]],
  ['points from nowhere', `insert into point_ledger (account_id, kind, points) select id, 'grant', 1 from accounts`, [LEDGER]],
  ['a negative balance', `update accounts set points_balance = -1`, ['a balance is negative', LEDGER]],
  [
    'a plan that was changed past the balance',
    `update accounts set plan = 'self_hosted'`,
    ['a balance is limited and its plan is not, or the other way round'],
  ],
  ['a reservation that is not written down', `update workflow_runs set reserved_points = 11`, ['a run and its ledger differ']],
  [
    'a consumption that is not written down',
    `update workflow_runs set consumed_points = 5`,
    ['a run and its ledger differ', 'the steps of a run do not add up to what it consumed'],
  ],
  ['a release that is not written down', `update workflow_runs set released_points = 1`, ['a run and its ledger differ']],
  [
    'a run that used more than it had',
    `update workflow_runs set released_points = 7`,
    ['a run and its ledger differ', 'a run used more than it reserved'],
  ],
  [
    'a run that ended without giving back what was left',
    `update workflow_runs set status = 'failed', completed_at = now()`,
    ['a run kept points when it ended'],
  ],
  [
    'a step that was billed and not written down',
    `update workflow_run_steps set billed_points = 5`,
    ['the steps of a run do not add up to what it consumed', 'a step and its ledger differ'],
  ],
  [
    'a blocked run that holds points',
    `alter table workflow_runs disable trigger user;
     update workflow_runs set status = 'blocked_plan_limits'`,
    ['a blocked run holds points'],
  ],
  [
    'a run that was deleted past the ledger',
    `alter table workflow_runs disable trigger user;
     delete from workflow_runs`,
    ['a deleted run kept points'],
  ],
])('reports %s', async (_, spoil, expected) => {
  for (const statement of spoil.split(';')) await fixture.database.query(statement);
  expect((await violations()).sort()).toEqual([...expected].sort());
});

it('reports a run that moved points of another account', async () => {
  const stranger = await fixture.form();
  await fixture.database.query('update workflow_runs set account_id = $1', [stranger.accountId]);
  expect(await violations()).toEqual(['a run moved points of another account']);
});

import { LedgerCompactionService } from '../../../src/accounts/points.service';
import { AccountsRepository } from '../../../src/accounts/accounts.repository';
import { loadConfig } from '../../../src/platform/config/config';
import { pointViolations } from '../../support/point-violations';
import type { PointsForm, PointsRun } from './points.fixture';
import { PointsFixture } from './points.fixture';

const DAYS = 50;

let fixture: PointsFixture;
let form: PointsForm;
beforeEach(async () => {
  fixture = await PointsFixture.start();
  form = await fixture.form();
});
afterEach(() => fixture.close());

const foldingIn = ({ database }: PointsFixture) => new LedgerCompactionService(new AccountsRepository(database), loadConfig({}));

/** Folds until nothing is left to fold. */
async function fold(process = fixture, days = DAYS): Promise<void> {
  const folding = foldingIn(process);
  while (await folding.compactBatch(days));
}

/** Moves all ledger rows that meet the condition, and the ends of all runs, into the past. */
async function age(days: number, condition = 'true'): Promise<void> {
  await fixture.database.query('alter table point_ledger disable trigger user');
  await fixture.database.query(`update point_ledger set created_at = created_at - make_interval(days => $1) where ${condition}`, [days]);
  await fixture.database.query('alter table point_ledger enable trigger user');
  await fixture.database.query('update workflow_runs set completed_at = completed_at - make_interval(days => $1)', [days]);
}

async function anEndedRun(points: number, consumed: number, of = form): Promise<PointsRun> {
  const run = await fixture.begin(of, points);
  await fixture.work(run, consumed);
  await fixture.end(run);
  return run;
}

/** The ledger of the account with its balance, after checking that everything adds up. */
async function ledger({ accountId } = form): Promise<[balance: number | null, ...entries: string[]]> {
  expect(await pointViolations(fixture.database)).toEqual([]);
  return [await fixture.balance(accountId), ...(await fixture.ledger(accountId))];
}

it('folds the grants and ended runs of long ago into one opening balance, which later folds replace', async () => {
  await anEndedRun(7, 4);
  await age(DAYS + 1);
  const young = ['reserve 5', 'consume 5'];
  await anEndedRun(5, 5);
  expect(await ledger()).toEqual([11, 'grant 20', 'reserve 7', 'consume 4', 'release 3', ...young]);
  await fold();
  expect(await ledger()).toEqual([11, ...young, 'opening 16']);
  await fold();
  expect(await ledger()).toEqual([11, ...young, 'opening 16']);
  await age(DAYS + 1);
  await fold();
  expect(await ledger()).toEqual([11, 'opening 11']);
});

it('does not fold a run that is open, has young movements or has ended lately', async () => {
  const open = await fixture.begin(form, 3);
  const late = await anEndedRun(4, 1);
  const lately = await anEndedRun(2, 2);
  const { rows } = { rows: await fixture.ledger(form.accountId) };
  await age(DAYS + 1, `not (run_id = '${late.id}' and kind = 'release')`);
  await fixture.database.query('update workflow_runs set completed_at = now() where id = $1', [lately.id]);
  await fold();
  expect(await ledger()).toEqual([14, ...rows.filter((entry) => entry !== 'grant 20'), 'opening 20']);
  await fixture.end(open);
});

it('folds a run whose form is deleted', async () => {
  const run = await fixture.begin(form, 6);
  await fixture.work(run, 2);
  await fixture.remove(run);
  await age(DAYS + 1);
  await fold();
  expect(await ledger()).toEqual([18, 'opening 18']);
});

it('leaves the usage of the month as it is, whatever the retention', async () => {
  await anEndedRun(7, 4);
  await fixture.database.query('alter table point_ledger disable trigger user');
  await fixture.database.query(`update point_ledger set created_at = date_trunc('month', now(), 'utc')`);
  await fixture.database.query('update workflow_runs set completed_at = created_at');
  const used = async () => (await new AccountsRepository(fixture.database).usage(form.accountId)).points;
  const usage = await used();
  expect(usage).toMatchObject({ consumed: 4 });
  await fold(fixture, 0);
  expect(await used()).toEqual(usage);
  expect(await ledger()).toContain('consume 4');
});

it('adds up for an account that gets a limit after it had none', async () => {
  const unlimited = await fixture.form('self_hosted');
  await anEndedRun(9, 8, unlimited);
  await age(DAYS + 1);
  await fold();
  expect(await ledger(unlimited)).toEqual([null, 'opening -8']);
  await fixture.accounts.setPlan(unlimited.accountId, 'tiny');
  expect(await ledger(unlimited)).toEqual([0, 'opening -8', 'grant 8']);
});

it('folds thousands of movements in batches, once when several processes do it at the same time', async () => {
  const other = await fixture.form();
  await fixture.database.query(MANY_GRANTS, [form.accountId, other.accountId]);
  await fixture.database.query('update accounts set points_balance = points_balance + 1500');
  await age(DAYS + 1);
  const processes = await Promise.all([fixture.sibling(), fixture.sibling()]);
  await Promise.all([fixture, ...processes].map((process) => fold(process)));
  for (const process of processes) await process.close();
  await fold();
  expect(await ledger()).toEqual([1500, 'opening 1500']);
  expect(await ledger(other)).toEqual([1500, 'opening 1500']);
});

const MANY_GRANTS = `
  insert into point_ledger (account_id, kind, points) select account_id, 'grant', 1
  from generate_series(1, 1500), unnest(array[$1::uuid, $2::uuid]) account_id`;

it('refuses to delete or change a row otherwise', async () => {
  await anEndedRun(7, 4);
  for (const statement of ['delete from point_ledger', 'update point_ledger set points = 1'])
    await expect(fixture.database.query(statement)).rejects.toThrow('cannot be changed');
  await age(DAYS + 1);
  await fold();
  for (const statement of ['delete from point_ledger', 'update point_ledger set points = 1'])
    await expect(fixture.database.query(statement)).rejects.toThrow('cannot be changed');
});

it('is noticed when it leaves a part of a run', async () => {
  await anEndedRun(7, 4);
  await age(DAYS + 1);
  await fold();
  await fixture.database.query(
    `insert into point_ledger (account_id, run_id, kind, points) select account_id, id, 'reserve', 7 from workflow_runs`,
  );
  const violations = await pointViolations(fixture.database);
  expect(violations.map(({ violation }) => violation)).toContain('a run and its ledger differ');
});

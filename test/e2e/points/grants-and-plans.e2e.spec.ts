import { OperatorError } from '../../../src/platform/errors/operator-error';
import { pointViolations } from '../../support/point-violations';
import type { PointsForm, PointsRun } from './points.fixture';
import { PointsFixture } from './points.fixture';

let fixture: PointsFixture;
let other: PointsFixture;
beforeAll(async () => {
  fixture = await PointsFixture.start();
  other = await fixture.sibling();
});
afterEach(async () => {
  expect(await pointViolations(fixture.database)).toEqual([]);
});
afterAll(async () => {
  await other.close();
  await fixture.close();
});

describe('a grant', () => {
  it('adds to the monthly allowance, even before the first reservation', async () => {
    const { accountId } = await fixture.form();
    expect(await fixture.points.grant(accountId, 7)).toBe(27);
    expect(await fixture.points.grant(accountId, 3)).toBe(30);
    expect(await fixture.ledger(accountId)).toEqual(['grant 20', 'grant 7', 'grant 3']);
  });

  it('adds nothing to an account without limit', async () => {
    const { accountId } = await fixture.form('self_hosted');
    expect(await fixture.points.grant(accountId, 7)).toBeNull();
    expect(await fixture.ledger(accountId)).toEqual([]);
  });

  it('may raise a balance to at most a thousand million points', async () => {
    const { accountId } = await fixture.form();
    await expect(fixture.points.grant(accountId, 999_999_981)).rejects.toThrow(OperatorError);
    expect(await fixture.points.grant(accountId, 999_999_980)).toBe(1_000_000_000);
    await expect(fixture.points.grant(accountId, 1)).rejects.toThrow('at most 1000000000 points');
  });

  it('is added once each when many are made concurrently', async () => {
    const { accountId } = await fixture.form();
    await Promise.all(Array.from({ length: 20 }, () => fixture.points.grant(accountId, 2)));
    expect(await fixture.balance(accountId)).toBe(60);
  });
});

describe('a change of plan', () => {
  it('keeps the balance and raises it to the allowance of the new plan', async () => {
    const form = await fixture.form('tiny');
    await fixture.begin(form, 15);
    await fixture.accounts.setPlan(form.accountId, 'small');
    expect(await fixture.balance(form.accountId)).toBe(5);
    await fixture.begin(form, 1);
    expect(await fixture.balance(form.accountId)).toBe(49);
    await fixture.accounts.setPlan(form.accountId, 'tiny');
    await fixture.begin(form, 1);
    expect(await fixture.balance(form.accountId)).toBe(48);
  });

  it('to the same plan grants nothing', async () => {
    const form = await fixture.form('tiny');
    await fixture.begin(form, 15);
    await fixture.accounts.setPlan(form.accountId, 'tiny');
    await fixture.begin(form, 1);
    expect(await fixture.ledger(form.accountId)).toEqual(['grant 20', 'reserve 15', 'reserve 1']);
  });

  it('to a plan without limit stops counting, and a change back settles debts before the allowance', async () => {
    const form = await fixture.form('tiny');
    const early = await fixture.begin(form, 15);
    await fixture.accounts.setPlan(form.accountId, 'self_hosted');
    expect(await fixture.balance(form.accountId)).toBeNull();
    const late = await fixture.begin(form, 100);
    await fixture.end(early);
    await fixture.work(late, 60);
    await fixture.accounts.setPlan(form.accountId, 'tiny');
    expect(await fixture.balance(form.accountId)).toBe(0);
    await fixture.begin(form, 1);
    await fixture.end(late);
    expect(await fixture.balance(form.accountId)).toBe(59);
    expect(await fixture.ledger(form.accountId)).toEqual([
      ...['grant 20', 'reserve 15', 'reserve 100', 'release 15', 'consume 60'],
      ...['grant 80', 'grant 20', 'reserve 1', 'release 40'],
    ]);
  });

  it('keeps the points of an account that used fewer points without a limit than it had', async () => {
    const form = await fixture.form('small');
    await fixture.begin(form, 10);
    await fixture.accounts.setPlan(form.accountId, 'self_hosted');
    await fixture.begin(form, 5);
    await fixture.accounts.setPlan(form.accountId, 'tiny');
    expect(await fixture.balance(form.accountId)).toBe(35);
  });

  const deeds: Record<string, (form: PointsForm, run: PointsRun) => Promise<unknown>> = {
    'a reservation': (form) => fixture.begin(form, 3),
    'a release': ({ accountId }, { id }) =>
      fixture.transactions.run(async () => {
        await fixture.points.release(accountId, id, 10);
        await fixture.database.query(
          `update workflow_runs set status = 'cancelled', released_points = 10, completed_at = now() where id = $1`,
          [id],
        );
      }),
    'the removal of a run': (_, run) => fixture.remove(run),
    'a grant': ({ accountId }) => fixture.points.grant(accountId, 3),
  };
  const changes = [
    ['to a limit', 'self_hosted', 'tiny'],
    ['to none', 'tiny', 'self_hosted'],
  ] as const;

  describe.each(changes)('%s', (_, from, to) => {
    it.each(Object.keys(deeds))('delays a concurrent %s, which then applies the new plan', async (name) => {
      const form = await fixture.form(from);
      const run = await fixture.begin(form, 10);
      const { deed } = await other.transactions.run(async () => {
        await other.accounts.setPlan(form.accountId, to);
        const begun = deeds[name]!(form, run);
        await fixture.untilLockWaiter();
        return { deed: begun };
      });
      await deed;
      expect(await pointViolations(fixture.database)).toEqual([]);
    });
  });

  it('loses no point to concurrent runs', async () => {
    const form = await fixture.form('self_hosted');
    const runs = await fixture.beginAll(form, ...Array.from({ length: 20 }, () => 3));
    const plans = ['tiny', 'self_hosted', 'small', 'self_hosted', 'tiny'];
    await Promise.all([
      ...runs.map((run, index) => (index % 2 ? fixture.end(run) : fixture.remove(run))),
      ...runs.map(() => fixture.begin(form, 2)),
      ...plans.map((plan) => fixture.accounts.setPlan(form.accountId, plan)),
      ...plans.map(() => fixture.blocked.admitBlockedRuns()),
    ]);
    expect(await pointViolations(fixture.database)).toEqual([]);
  });
});

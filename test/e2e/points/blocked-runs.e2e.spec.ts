import { pointViolations } from '../../support/point-violations';
import { PointsFixture } from './points.fixture';

let fixture: PointsFixture;
let other: PointsFixture;
beforeAll(async () => {
  fixture = await PointsFixture.start();
  other = await fixture.sibling();
});
beforeEach(() => {
  fixture.wakeUps.runs = 0;
});
afterEach(async () => {
  expect(await pointViolations(fixture.database)).toEqual([]);
  await fixture.database.query('delete from forms');
});
afterAll(async () => {
  await other.close();
  await fixture.close();
});

const SHORT = 'blocked_insufficient_compute_points';
const CROWDED = 'blocked_plan_limits';

describe('runs that are blocked by missing points', () => {
  it('continue after a grant, oldest first, as far as the points suffice, and workers are woken for them', async () => {
    const form = await fixture.form();
    const runs = await fixture.beginAll(form, 30, 15, 5, 4);
    await fixture.points.grant(form.accountId, 30);
    expect(await fixture.blocked.admitBlockedRuns()).toBe(false);
    expect(await fixture.statusOf(...runs)).toEqual(['pending', 'pending', 'pending', SHORT]);
    expect(await fixture.balance(form.accountId)).toBe(0);
    expect(fixture.wakeUps.runs).toBe(3);
    const due = await fixture.dueTimes(...runs);
    expect(due.slice(0, 3).every((date) => date > due[3]!)).toBe(true);
  });

  it('continue when other runs release points', async () => {
    const form = await fixture.form();
    const [running, waiting] = await fixture.beginAll(form, 20, 10);
    await fixture.work(running!, 11);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(waiting!)).toEqual([SHORT]);
    await fixture.end(running!);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(waiting!)).toEqual([SHORT]);
    await fixture.points.grant(form.accountId, 1);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(waiting!)).toEqual(['pending']);
  });

  it('continue in the order of their creation', async () => {
    const form = await fixture.form();
    const [younger, older] = await fixture.beginAll(form, 21, 22);
    await fixture.age(older!, '1 hour');
    await fixture.points.grant(form.accountId, 2);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(older!, younger!)).toEqual(['pending', SHORT]);
  });

  it('are not overtaken by cheaper runs behind an expensive one', async () => {
    const form = await fixture.form();
    const runs = await fixture.beginAll(form, 21, 1);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(...runs)).toEqual([SHORT, SHORT]);
    expect(fixture.wakeUps.runs).toBe(0);
  });

  it('continue in a new month', async () => {
    const form = await fixture.form();
    const runs = await fixture.beginAll(form, 15, 15);
    await fixture.startNewMonth(form.accountId);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(...runs)).toEqual(['pending', 'pending']);
  });

  it('continue under a plan without limit', async () => {
    const form = await fixture.form();
    const runs = await fixture.beginAll(form, 1000, 1);
    await fixture.accounts.setPlan(form.accountId, 'self_hosted');
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(...runs)).toEqual(['pending', 'pending']);
    expect(await fixture.ledger(form.accountId)).toEqual(['grant 20', 'reserve 1000', 'reserve 1']);
  });

  it('continue once when several workers process them concurrently, with and without a limit', async () => {
    const forms = [await fixture.form(), await fixture.form()];
    const runs = (await Promise.all(forms.map((form) => fixture.beginAll(form, 21, 30, 40)))).flat();
    await fixture.points.grant(forms[0]!.accountId, 100);
    await fixture.accounts.setPlan(forms[1]!.accountId, 'self_hosted');
    await Promise.all([fixture, other, fixture, other].map(({ blocked }) => blocked.admitBlockedRuns()));
    expect(await fixture.statusOf(...runs)).toEqual(runs.map(() => 'pending'));
    expect(fixture.wakeUps.runs + other.wakeUps.runs).toBe(runs.length);
  });

  it('continue in batches of a hundred, with more work reported until all have', async () => {
    const form = await fixture.form();
    const runs = await fixture.beginAll(form, 21, ...Array.from({ length: 250 }, () => 1));
    await fixture.points.grant(form.accountId, 300);
    expect(await fixture.blocked.admitBlockedRuns()).toBe(true);
    expect(await fixture.blocked.admitBlockedRuns()).toBe(false);
    expect(fixture.wakeUps.runs).toBe(runs.length);
    expect(new Set(await fixture.statusOf(...runs))).toEqual(new Set(['pending']));
  });

  it('are skipped while they are locked, and those behind them continue', async () => {
    const form = await fixture.form();
    const runs = await fixture.beginAll(form, 21, 2);
    await fixture.points.grant(form.accountId, 3);
    await other.transactions.run(async () => {
      await other.database.query('select 1 from workflow_runs where id = $1 for update', [runs[0]!.id]);
      await fixture.blocked.admitBlockedRuns();
    });
    expect(await fixture.statusOf(...runs)).toEqual([SHORT, 'pending']);
    expect(await fixture.balance(form.accountId)).toBe(21);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(...runs)).toEqual(['pending', 'pending']);
  });

  it('of other accounts continue while one account is locked', async () => {
    const forms = [await fixture.form(), await fixture.form()];
    const runs = [await fixture.begin(forms[0]!, 21), await fixture.begin(forms[1]!, 21)];
    for (const { accountId } of forms) await fixture.points.grant(accountId, 1);
    await other.transactions.run(async () => {
      await other.points.lockBalance(forms[0]!.accountId);
      await fixture.blocked.admitBlockedRuns();
    });
    expect(await fixture.statusOf(...runs)).toEqual([SHORT, 'pending']);
  });

  it('fail after seven days and no longer hold up those behind them', async () => {
    const form = await fixture.form();
    const [expired, waiting, behind] = await fixture.beginAll(form, 21, 22, 1);
    await fixture.age(expired!, '7 days 1 second');
    await fixture.age(waiting!, '6 days 23 hours');
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(expired!, waiting!, behind!)).toEqual(['failed', SHORT, SHORT]);
    const ended = await fixture.database.queryOne(`select error_code, completed_at <= now() as "isOver" from workflow_runs where id = $1`, [
      expired!.id,
    ]);
    expect(ended).toEqual({ errorCode: 'expired_blocked', isOver: true });
    expect(fixture.wakeUps.runs).toBe(0);
    await fixture.age(waiting!, '1 hour 1 second');
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(waiting!, behind!)).toEqual(['failed', 'pending']);
  });
});

describe('tests', () => {
  it('need a test slot of the plan, and wait for one in order', async () => {
    const form = await fixture.form();
    const tests = [];
    for (let count = 0; count < 4; count++) tests.push(await fixture.beginTest(form, 0));
    expect(tests.map(({ status }) => status)).toEqual(['pending', 'pending', CROWDED, CROWDED]);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(...tests)).toEqual(['pending', 'pending', CROWDED, CROWDED]);
    await fixture.end(tests[1]!);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(...tests)).toEqual(['pending', 'cancelled', 'pending', CROWDED]);
    expect(fixture.wakeUps.runs).toBe(1);
  });

  it('of another account use no slot, and neither do production runs', async () => {
    const [form, another] = [await fixture.form(), await fixture.form()];
    await fixture.beginAll(form, 1, 1, 1);
    for (let count = 0; count < 2; count++) await fixture.beginTest(another, 0);
    expect((await fixture.beginTest(form, 0)).status).toBe('pending');
  });

  it('never overtake one that waits for a slot', async () => {
    const form = await fixture.form();
    const [first, , waiting] = [await fixture.beginTest(form, 0), await fixture.beginTest(form, 0), await fixture.beginTest(form, 0)];
    await fixture.end(first);
    const late = await fixture.beginTest(form, 0);
    expect(late.status).toBe(CROWDED);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(waiting, late)).toEqual(['pending', CROWDED]);
  });

  it('get the last slot once when two are started concurrently', async () => {
    const form = await fixture.form();
    await fixture.beginTest(form, 0);
    const { first, second } = await other.transactions.run(async () => {
      const begun = await other.beginTest(form, 0);
      const following = fixture.beginTest(form, 0);
      await fixture.untilLockWaiter();
      return { first: begun, second: following };
    });
    expect([first.status, (await second).status]).toEqual(['pending', CROWDED]);
  });

  it('are unlimited in number where the plan does not limit them, also concurrently', async () => {
    const form = await fixture.form('self_hosted');
    await fixture.transactions.run(async () => {
      expect(await fixture.blocked.mayStartTest(form.accountId)).toBe(true);
      const tests = await Promise.all(Array.from({ length: 5 }, () => other.beginTest(form, 0)));
      expect(tests.map(({ status }) => status)).toEqual(tests.map(() => 'pending'));
    });
  });

  it('all get a slot when the account changes to a plan without limit', async () => {
    const form = await fixture.form();
    const tests = [];
    for (let count = 0; count < 5; count++) tests.push(await fixture.beginTest(form, 1));
    await fixture.accounts.setPlan(form.accountId, 'self_hosted');
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(...tests)).toEqual(tests.map(() => 'pending'));
  });

  it('reserve the cost of their own definition without its destinations when they continue', async () => {
    const form = await fixture.form();
    const [first] = [await fixture.beginTest(form, 0), await fixture.beginTest(form, 0)];
    const crowded = await fixture.beginTest(form, 3);
    const production = await fixture.begin(form, 17);
    expect([crowded.status, production.status]).toEqual([CROWDED, 'pending']);
    await fixture.end(first);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(crowded)).toEqual(['pending']);
    expect(await fixture.balance(form.accountId)).toBe(0);
  });

  it('that lack points keep their slot while they wait, so that the limit of the plan still applies afterwards', async () => {
    const form = await fixture.form();
    const spent = await fixture.begin(form, 20);
    const short = await fixture.beginTest(form, 2);
    const free = await fixture.beginTest(form, 0);
    const crowded = await fixture.beginTest(form, 0);
    expect([short.status, free.status, crowded.status]).toEqual([SHORT, 'pending', CROWDED]);
    await fixture.end(spent);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(short, free, crowded)).toEqual(['pending', 'pending', CROWDED]);
  });

  it('that get a slot stay blocked while they lack points or others wait for points, unless they need none', async () => {
    const form = await fixture.form();
    const [first, second] = [await fixture.beginTest(form, 0), await fixture.beginTest(form, 0)];
    const [costly, free] = [await fixture.beginTest(form, 2), await fixture.beginTest(form, 0)];
    const waiting = await fixture.begin(form, 21);
    await fixture.end(first);
    await fixture.end(second);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(costly, free, waiting)).toEqual([CROWDED, 'pending', SHORT]);
    await fixture.end(waiting);
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(costly)).toEqual(['pending']);
  });

  it('that get a slot do not overtake runs that wait for points, even if those exceed one batch', async () => {
    const form = await fixture.form();
    const [first] = [await fixture.beginTest(form, 0), await fixture.beginTest(form, 0)];
    const crowded = await fixture.beginTest(form, 2);
    await fixture.end(first);
    const runs = await fixture.beginAll(form, 21, ...Array.from({ length: 201 }, () => 1));
    await fixture.points.grant(form.accountId, 202);
    expect(await fixture.blocked.admitBlockedRuns()).toBe(true);
    expect(await fixture.blocked.admitBlockedRuns()).toBe(false);
    expect(await fixture.statusOf(...runs, crowded)).toEqual([...runs.map(() => 'pending'), CROWDED]);
  });

  it('that wait for a slot fail after seven days', async () => {
    const form = await fixture.form();
    await fixture.beginTest(form, 0);
    await fixture.beginTest(form, 0);
    const crowded = await fixture.beginTest(form, 0);
    await fixture.age(crowded, '8 days');
    await fixture.blocked.admitBlockedRuns();
    expect(await fixture.statusOf(crowded)).toEqual(['failed']);
  });
});

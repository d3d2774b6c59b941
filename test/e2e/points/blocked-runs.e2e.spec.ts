import { pointViolations } from '../../support/point-violations';
import { Bench } from './bench';

let bench: Bench;
let other: Bench;
beforeAll(async () => {
  bench = await Bench.start();
  other = await bench.sibling();
});
beforeEach(() => {
  bench.wakeUps.woken = [];
});
afterEach(async () => {
  expect(await pointViolations(bench.database)).toEqual([]);
  await bench.database.rows('delete from forms');
});
afterAll(async () => {
  await other.close();
  await bench.close();
});

const SHORT = 'blocked_insufficient_compute_points';
const CROWDED = 'blocked_plan_limits';

describe('runs that wait for points', () => {
  it('go on after a grant, the oldest first and as far as the points reach, and workers are woken', async () => {
    const form = await bench.form();
    const runs = await bench.beginAll(form, 30, 15, 5, 4);
    await bench.points.grant(form.accountId, 30);
    expect(await bench.blocked.step()).toBe(false);
    expect(await bench.statusOf(...runs)).toEqual(['pending', 'pending', 'pending', SHORT]);
    expect(await bench.balance(form.accountId)).toBe(0);
    expect(bench.wakeUps.woken).toEqual(runs.slice(0, 3).map(({ id }) => id));
    const due = await bench.dueDates(...runs);
    expect(due.slice(0, 3).every((date) => date > due[3]!)).toBe(true);
  });

  it('go on when other runs give points back', async () => {
    const form = await bench.form();
    const [running, waiting] = await bench.beginAll(form, 20, 10);
    await bench.work(running!, 11);
    await bench.blocked.step();
    expect(await bench.statusOf(waiting!)).toEqual([SHORT]);
    await bench.end(running!);
    await bench.blocked.step();
    expect(await bench.statusOf(waiting!)).toEqual([SHORT]);
    await bench.points.grant(form.accountId, 1);
    await bench.blocked.step();
    expect(await bench.statusOf(waiting!)).toEqual(['pending']);
  });

  it('go by the time at which they were made', async () => {
    const form = await bench.form();
    const [younger, older] = await bench.beginAll(form, 21, 22);
    await bench.age(older!, '1 hour');
    await bench.points.grant(form.accountId, 2);
    await bench.blocked.step();
    expect(await bench.statusOf(older!, younger!)).toEqual(['pending', SHORT]);
  });

  it('are not passed by cheaper ones behind a dear one', async () => {
    const form = await bench.form();
    const runs = await bench.beginAll(form, 21, 1);
    await bench.blocked.step();
    expect(await bench.statusOf(...runs)).toEqual([SHORT, SHORT]);
    expect(bench.wakeUps.woken).toEqual([]);
  });

  it('go on in a new month', async () => {
    const form = await bench.form();
    const runs = await bench.beginAll(form, 15, 15);
    await bench.turnMonth(form.accountId);
    await bench.blocked.step();
    expect(await bench.statusOf(...runs)).toEqual(['pending', 'pending']);
  });

  it('go on under a plan without limit', async () => {
    const form = await bench.form();
    const runs = await bench.beginAll(form, 1000, 1);
    await bench.accounts.setPlan(form.accountId, 'self_hosted');
    await bench.blocked.step();
    expect(await bench.statusOf(...runs)).toEqual(['pending', 'pending']);
    expect(await bench.ledger(form.accountId)).toEqual(['grant 20', 'reserve 1000', 'reserve 1']);
  });

  it('go on once when several workers look after them at once, with and without a limit', async () => {
    const forms = [await bench.form(), await bench.form()];
    const runs = (await Promise.all(forms.map((form) => bench.beginAll(form, 21, 30, 40)))).flat();
    await bench.points.grant(forms[0]!.accountId, 100);
    await bench.accounts.setPlan(forms[1]!.accountId, 'self_hosted');
    await Promise.all([bench, other, bench, other].map(({ blocked }) => blocked.step()));
    expect(await bench.statusOf(...runs)).toEqual(runs.map(() => 'pending'));
    const woken = [...bench.wakeUps.woken, ...other.wakeUps.woken].sort();
    expect(woken).toEqual(runs.map(({ id }) => id).sort());
  });

  it('go on by the hundred, and more is to be done until all have', async () => {
    const form = await bench.form();
    const runs = await bench.beginAll(form, 21, ...Array.from({ length: 250 }, () => 1));
    await bench.points.grant(form.accountId, 300);
    expect(await bench.blocked.step()).toBe(true);
    expect(await bench.blocked.step()).toBe(false);
    expect(bench.wakeUps.woken).toEqual(runs.map(({ id }) => id));
  });

  it('are left out while somebody else holds them, and those behind go on', async () => {
    const form = await bench.form();
    const runs = await bench.beginAll(form, 21, 2);
    await bench.points.grant(form.accountId, 3);
    await other.database.transaction(async () => {
      await other.database.rows('select 1 from workflow_runs where id = $1 for update', [runs[0]!.id]);
      await bench.blocked.step();
    });
    expect(await bench.statusOf(...runs)).toEqual([SHORT, 'pending']);
    expect(await bench.balance(form.accountId)).toBe(21);
    await bench.blocked.step();
    expect(await bench.statusOf(...runs)).toEqual(['pending', 'pending']);
  });

  it('of other accounts go on when one account is held by somebody else', async () => {
    const forms = [await bench.form(), await bench.form()];
    const runs = [await bench.begin(forms[0]!, 21), await bench.begin(forms[1]!, 21)];
    for (const { accountId } of forms) await bench.points.grant(accountId, 1);
    await other.database.transaction(async () => {
      await other.points.hold(forms[0]!.accountId);
      await bench.blocked.step();
    });
    expect(await bench.statusOf(...runs)).toEqual([SHORT, 'pending']);
  });

  it('fail after seven days, and free those behind', async () => {
    const form = await bench.form();
    const [expired, waiting, behind] = await bench.beginAll(form, 21, 22, 1);
    await bench.age(expired!, '7 days 1 second');
    await bench.age(waiting!, '6 days 23 hours');
    await bench.blocked.step();
    expect(await bench.statusOf(expired!, waiting!, behind!)).toEqual(['failed', SHORT, SHORT]);
    const ended = await bench.database.row(
      `select error_code, completed_at <= now() as "isOver" from workflow_runs where id = $1`,
      [expired!.id],
    );
    expect(ended).toEqual({ error_code: 'expired_blocked', isOver: true });
    expect(bench.wakeUps.woken).toEqual([]);
    await bench.age(waiting!, '1 hour 1 second');
    await bench.blocked.step();
    expect(await bench.statusOf(waiting!, behind!)).toEqual(['failed', 'pending']);
  });
});

describe('tests', () => {
  it('need room in the plan, and wait for it in turn', async () => {
    const form = await bench.form();
    const tests = [];
    for (let count = 0; count < 4; count++) tests.push(await bench.beginTest(form, 0));
    expect(tests.map(({ status }) => status)).toEqual(['pending', 'pending', CROWDED, CROWDED]);
    await bench.blocked.step();
    expect(await bench.statusOf(...tests)).toEqual(['pending', 'pending', CROWDED, CROWDED]);
    await bench.end(tests[1]!);
    await bench.blocked.step();
    expect(await bench.statusOf(...tests)).toEqual(['pending', 'cancelled', 'pending', CROWDED]);
    expect(bench.wakeUps.woken).toEqual([tests[2]!.id]);
  });

  it('of another account take no room, and neither do production runs', async () => {
    const [form, another] = [await bench.form(), await bench.form()];
    await bench.beginAll(form, 1, 1, 1);
    for (let count = 0; count < 2; count++) await bench.beginTest(another, 0);
    expect((await bench.beginTest(form, 0)).status).toBe('pending');
  });

  it('never pass one that waits for room', async () => {
    const form = await bench.form();
    const [first, , waiting] = [
      await bench.beginTest(form, 0),
      await bench.beginTest(form, 0),
      await bench.beginTest(form, 0),
    ];
    await bench.end(first);
    const late = await bench.beginTest(form, 0);
    expect(late.status).toBe(CROWDED);
    await bench.blocked.step();
    expect(await bench.statusOf(waiting, late)).toEqual(['pending', CROWDED]);
  });

  it('take the last room once when two are started at the same moment', async () => {
    const form = await bench.form();
    await bench.beginTest(form, 0);
    const { first, second } = await other.database.transaction(async () => {
      const begun = await other.beginTest(form, 0);
      const following = bench.beginTest(form, 0);
      await bench.untilSomebodyWaits();
      return { first: begun, second: following };
    });
    expect([first.status, (await second).status]).toEqual(['pending', CROWDED]);
  });

  it('are any number where the plan does not limit them, one beside the other', async () => {
    const form = await bench.form('self_hosted');
    await bench.database.transaction(async () => {
      expect(await bench.blocked.mayStartTest(form.accountId)).toBe(true);
      const tests = await Promise.all(Array.from({ length: 5 }, () => other.beginTest(form, 0)));
      expect(tests.map(({ status }) => status)).toEqual(tests.map(() => 'pending'));
    });
  });

  it('all get room when the plan is changed for one without limit', async () => {
    const form = await bench.form();
    const tests = [];
    for (let count = 0; count < 5; count++) tests.push(await bench.beginTest(form, 1));
    await bench.accounts.setPlan(form.accountId, 'self_hosted');
    await bench.blocked.step();
    expect(await bench.statusOf(...tests)).toEqual(tests.map(() => 'pending'));
  });

  it('reserve what their own definition costs without its destinations, when they go on', async () => {
    const form = await bench.form();
    const [first] = [await bench.beginTest(form, 0), await bench.beginTest(form, 0)];
    const crowded = await bench.beginTest(form, 3);
    const production = await bench.begin(form, 17);
    expect([crowded.status, production.status]).toEqual([CROWDED, 'pending']);
    await bench.end(first);
    await bench.blocked.step();
    expect(await bench.statusOf(crowded)).toEqual(['pending']);
    expect(await bench.balance(form.accountId)).toBe(0);
  });

  it('that lack points keep their room while they wait, so that the plan holds when points come', async () => {
    const form = await bench.form();
    const spent = await bench.begin(form, 20);
    const short = await bench.beginTest(form, 2);
    const free = await bench.beginTest(form, 0);
    const crowded = await bench.beginTest(form, 0);
    expect([short.status, free.status, crowded.status]).toEqual([SHORT, 'pending', CROWDED]);
    await bench.end(spent);
    await bench.blocked.step();
    expect(await bench.statusOf(short, free, crowded)).toEqual(['pending', 'pending', CROWDED]);
  });

  it('that find room stay blocked while they lack points, or others wait for some, unless they need none', async () => {
    const form = await bench.form();
    const [first, second] = [await bench.beginTest(form, 0), await bench.beginTest(form, 0)];
    const [costly, free] = [await bench.beginTest(form, 2), await bench.beginTest(form, 0)];
    const waiting = await bench.begin(form, 21);
    await bench.end(first);
    await bench.end(second);
    await bench.blocked.step();
    expect(await bench.statusOf(costly, free, waiting)).toEqual([CROWDED, 'pending', SHORT]);
    await bench.end(waiting);
    await bench.blocked.step();
    expect(await bench.statusOf(costly)).toEqual(['pending']);
  });

  it('that find room do not pass runs that wait for points, even if those are too many for one round', async () => {
    const form = await bench.form();
    const [first] = [await bench.beginTest(form, 0), await bench.beginTest(form, 0)];
    const crowded = await bench.beginTest(form, 2);
    await bench.end(first);
    const runs = await bench.beginAll(form, 21, ...Array.from({ length: 201 }, () => 1));
    await bench.points.grant(form.accountId, 202);
    expect(await bench.blocked.step()).toBe(true);
    expect(await bench.blocked.step()).toBe(false);
    expect(await bench.statusOf(...runs, crowded)).toEqual([...runs.map(() => 'pending'), CROWDED]);
  });

  it('that wait for room fail after seven days', async () => {
    const form = await bench.form();
    await bench.beginTest(form, 0);
    await bench.beginTest(form, 0);
    const crowded = await bench.beginTest(form, 0);
    await bench.age(crowded, '8 days');
    await bench.blocked.step();
    expect(await bench.statusOf(crowded)).toEqual(['failed']);
  });
});

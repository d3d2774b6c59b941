import { newId } from '../../../src/platform/ids.rules';
import { pointViolations } from '../../support/point-violations';

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

const BLOCKED = 'blocked_insufficient_compute_points';
const statuses = (runs: { status: string }[]) => runs.map(({ status }) => status);

describe('a reservation', () => {
  it('takes from the allowance of the month, which is granted when it is first needed', async () => {
    const form = await fixture.form();
    const run = await fixture.begin(form, 12);
    expect(run).toMatchObject({ status: 'pending', reserved: 12 });
    expect(await fixture.balance(form.accountId)).toBe(8);
    expect(await fixture.ledger(form.accountId)).toEqual(['grant 20', 'reserve 12']);
  });

  it('is consumed by steps without changing the balance, and the rest is released at the end', async () => {
    const form = await fixture.form();
    const run = await fixture.begin(form, 12);
    await fixture.work(run, 3);
    await fixture.work(run, 4);
    expect(await fixture.balance(form.accountId)).toBe(8);
    await fixture.end(run);
    expect(await fixture.balance(form.accountId)).toBe(13);
    expect(await fixture.ledger(form.accountId)).toEqual(['grant 20', 'reserve 12', 'consume 3', 'consume 4', 'release 5']);
  });

  it('is released when its run is deleted', async () => {
    const form = await fixture.form();
    const run = await fixture.begin(form, 12);
    await fixture.work(run, 5);
    await fixture.remove(run);
    expect(await fixture.balance(form.accountId)).toBe(15);
  });

  it('of zero points always succeeds, writes nothing and locks nothing', async () => {
    const form = await fixture.form();
    const dear = await fixture.begin(form, 21);
    expect(dear.status).toBe(BLOCKED);
    const before = await fixture.ledger(form.accountId);
    await fixture.transactions.run(async () => {
      await fixture.points.lockBalance(form.accountId);
      const free = await other.begin(form, 0);
      expect(free).toMatchObject({ status: 'pending', reserved: 0 });
    });
    expect(await fixture.ledger(form.accountId)).toEqual(before);
  });

  it('is refused to the first run of a batch that exceeds the balance, and to all later ones with a cost', async () => {
    const form = await fixture.form();
    const runs = await fixture.beginAll(form, 5, 10, 6, 0, 1, 5);
    expect(statuses(runs)).toEqual(['pending', 'pending', BLOCKED, 'pending', BLOCKED, BLOCKED]);
    expect(await fixture.balance(form.accountId)).toBe(5);
  });

  it('is refused while an older run of the account waits for points, even if the balance suffices', async () => {
    const form = await fixture.form();
    await fixture.begin(form, 10);
    const [dear, cheap] = [await fixture.begin(form, 11), await fixture.begin(form, 1)];
    expect(statuses([dear, cheap])).toEqual([BLOCKED, BLOCKED]);
    await fixture.end(dear);
    await fixture.end(cheap);
    expect((await fixture.begin(form, 1)).status).toBe('pending');
  });

  it('never exceeds the balance under concurrent requests', async () => {
    const form = await fixture.form();
    const runs = await Promise.all(Array.from({ length: 30 }, () => fixture.begin(form, 3)));
    expect(runs.filter(({ status }) => status === 'pending')).toHaveLength(6);
    expect(await fixture.balance(form.accountId)).toBe(2);
    expect((await fixture.ledger(form.accountId)).filter((entry) => entry.startsWith('grant'))).toEqual(['grant 20']);
  });

  it('is rolled back with its transaction', async () => {
    const form = await fixture.form();
    const work = fixture.transactions.run(async () => {
      await fixture.points.reserve(form.accountId, [{ runId: newId(), points: 5 }]);
      throw new Error('the submission could not be stored');
    });
    await expect(work).rejects.toThrow('could not be stored');
    expect(await fixture.balance(form.accountId)).toBe(0);
    expect(await fixture.ledger(form.accountId)).toEqual([]);
  });

  it('is idempotent for each run, as are the consumption of a step and the release', async () => {
    const form = await fixture.form();
    const run = await fixture.begin(form, 5);
    await fixture.work(run, 2);
    const [step] = await fixture.database.query<{ id: string }>('select id from workflow_run_steps where run_id = $1', [run.id]);
    await fixture.end(run);
    const { accountId } = form;
    const repetitions: (() => Promise<unknown>)[] = [
      () => fixture.points.reserve(accountId, [{ runId: run.id, points: 1 }]),
      () => fixture.points.consume(accountId, [{ runId: run.id, stepId: step!.id, points: 1 }]),
      () => fixture.points.release(accountId, run.id, 1),
    ];
    for (const repeat of repetitions) {
      await expect(fixture.transactions.run(repeat)).rejects.toMatchObject({ constraint: 'point_ledger_once_key' });
    }
    expect(await fixture.ledger(accountId)).toEqual(['grant 20', 'reserve 5', 'consume 2', 'release 3']);
  });
});

describe('the allowance', () => {
  it('raises the balance once in a new month', async () => {
    const form = await fixture.form();
    await fixture.begin(form, 15);
    await fixture.startNewMonth(form.accountId);
    await fixture.begin(form, 1);
    await fixture.begin(form, 1);
    expect(await fixture.ledger(form.accountId)).toEqual(['grant 20', 'reserve 15', 'grant 15', 'reserve 1', 'reserve 1']);
    expect(await fixture.balance(form.accountId)).toBe(18);
  });

  it('never lowers a balance', async () => {
    const form = await fixture.form();
    await fixture.points.grant(form.accountId, 30);
    await fixture.startNewMonth(form.accountId);
    await fixture.begin(form, 1);
    expect(await fixture.ledger(form.accountId)).toEqual(['grant 20', 'grant 30', 'reserve 1']);
    expect(await fixture.balance(form.accountId)).toBe(49);
  });

  it('is granted once under concurrent reservations', async () => {
    const form = await fixture.form();
    await fixture.begin(form, 15);
    await fixture.startNewMonth(form.accountId);
    await Promise.all(Array.from({ length: 10 }, () => fixture.begin(form, 1)));
    expect((await fixture.ledger(form.accountId)).filter((entry) => entry.startsWith('grant'))).toEqual(['grant 20', 'grant 15']);
  });
});

describe('an account without limit', () => {
  it('reserves any number, and its ledger records what its runs have used', async () => {
    const form = await fixture.form('self_hosted');
    const run = await fixture.begin(form, 1_000_000);
    await fixture.work(run, 400_000);
    await fixture.end(run);
    expect(await fixture.balance(form.accountId)).toBeNull();
    expect(await fixture.ledger(form.accountId)).toEqual(['reserve 1000000', 'consume 400000', 'release 600000']);
  });

  it('starts and ends concurrent runs without blocking', async () => {
    const form = await fixture.form('self_hosted');
    const runs = await fixture.beginAll(form, 5, 5);
    await fixture.transactions.run(async () => {
      await fixture.begin(form, 5);
      await fixture.end(runs[0]!);
      await other.begin(form, 5);
      await other.end(runs[1]!);
    });
    expect(await fixture.statusOf(...runs)).toEqual(['cancelled', 'cancelled']);
  });
});

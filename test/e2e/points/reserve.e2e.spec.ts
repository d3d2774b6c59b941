import { newId } from '../../../src/platform/ids';
import { pointViolations } from '../../support/point-violations';
import type { BenchForm } from './bench';
import { Bench } from './bench';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.start();
});
afterEach(async () => {
  expect(await pointViolations(bench.database)).toEqual([]);
});
afterAll(() => bench.close());

const BLOCKED = 'blocked_insufficient_compute_points';

/** A form of an account with this many points left, after its month's allowance. */
async function aFormWith(points: number): Promise<BenchForm> {
  const form = await bench.form();
  const run = await bench.begin(form, 20 - points);
  await bench.work(run, 20 - points);
  await bench.end(run);
  expect(await bench.balance(form.accountId)).toBe(points === 20 ? 0 : points);
  return form;
}

const reserve = (form: BenchForm, ...points: number[]) =>
  bench.database.transaction(async () => {
    const wants = points.map((each) => ({ runId: newId(), points: each }));
    const granted = await bench.points.reserve(form.accountId, wants);
    // Nothing here is kept, since there are no runs that go with it.
    await bench.database.rows('savepoint judged');
    return wants.map(({ runId }) => granted.has(runId));
  });

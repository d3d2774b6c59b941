import fc from 'fast-check';
import { pointViolations } from '../../support/point-violations';
import type { PointsForm, PointsRun } from './points.fixture';
import { PointsFixture } from './points.fixture';

let fixture: PointsFixture;
beforeAll(async () => {
  fixture = await PointsFixture.start();
});
afterAll(() => fixture.close());

type Operation =
  | { kind: 'begin'; costs: number[] }
  | { kind: 'begin test'; points: number }
  | { kind: 'work'; run: number; points: number }
  | { kind: 'end' | 'remove'; run: number }
  | { kind: 'grant'; points: number }
  | { kind: 'change plan'; plan: string }
  | { kind: 'start new month' | 'continue blocked runs' };

const points = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 25 }));
const run = fc.nat(30);
const operations: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('begin'), costs: fc.array(points, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('begin test'), points: fc.nat(4) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('work'), run, points }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('end', 'remove'), run }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('grant'), points: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('change plan'), plan: fc.constantFrom('tiny', 'small', 'self_hosted') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('start new month', 'continue blocked runs') }) },
);

/** The operations of a round run concurrently, and some of them are rolled back just before the commit. */
const rounds = fc.array(
  fc.array(fc.record({ operation: operations, isRolledBack: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }), {
    minLength: 1,
    maxLength: 8,
  }),
  {
    minLength: 1,
    maxLength: 10,
  },
);

class RolledBack extends Error {}

/** One account with its runs, on which operations are performed. */
class AccountModel {
  private readonly runs: PointsRun[] = [];

  constructor(private readonly form: PointsForm) {}

  async round(concurrent: { operation: Operation; isRolledBack: boolean }[]): Promise<void> {
    const known = [...this.runs];
    await Promise.all(concurrent.map(({ operation, isRolledBack }) => this.perform(operation, known, isRolledBack)));
  }

  private async perform(operation: Operation, known: PointsRun[], isRolledBack: boolean): Promise<void> {
    const work = fixture.transactions.run(async () => {
      const started = await this.do(operation, known);
      if (isRolledBack) throw new RolledBack();
      return started;
    });
    this.runs.push(...(await work.catch(unlessRolledBack)));
  }

  private async do(operation: Operation, known: PointsRun[]): Promise<PointsRun[]> {
    if (operation.kind === 'begin') return this.begin(operation.costs);
    if (operation.kind === 'begin test') return [await fixture.beginTest(this.form, operation.points)];
    if (operation.kind === 'grant') await fixture.points.grant(this.form.accountId, operation.points);
    if (operation.kind === 'change plan') await fixture.accounts.setPlan(this.form.accountId, operation.plan);
    if (operation.kind === 'start new month') await fixture.startNewMonth(this.form.accountId);
    if (operation.kind === 'continue blocked runs') await fixture.blocked.admitBlockedRuns();
    if ('run' in operation && known.length > 0) await this.touch(operation, known[operation.run % known.length]!);
    return [];
  }

  /** The account is still locked, so the queue is as the reservation has read it, and no run in it may be overtaken. */
  private async begin(costs: number[]): Promise<PointsRun[]> {
    const runs = await fixture.beginAll(this.form, ...costs);
    const ids = runs.map(({ id }) => id);
    const queue = (await this.queue()).filter(({ id }) => !ids.includes(id));
    const hasOvertaken = queue.length > 0 && runs.some(({ reserved }) => reserved > 0);
    expect(hasOvertaken && (await this.balance()) !== null).toBe(false);
    return runs;
  }

  private touch(operation: Extract<Operation, { run: number }>, chosen: PointsRun): Promise<void> {
    if (operation.kind === 'work') return fixture.work(chosen, operation.points);
    return operation.kind === 'end' ? fixture.end(chosen) : fixture.remove(chosen);
  }

  /** Runs that wait for points, oldest first, with their cost. */
  queue(): Promise<{ id: string; points: number }[]> {
    return fixture.database.query(
      `select r.id, coalesce(v.max_cost, json_array_length(r.definition -> 'nodes') - 2) as points
       from workflow_runs r left join workflow_versions v on v.id = r.workflow_version_id
       where r.account_id = $1 and r.status = 'blocked_insufficient_compute_points' order by r.created_at, r.id`,
      [this.form.accountId],
    );
  }

  balance(): Promise<number | null> {
    return fixture.balance(this.form.accountId);
  }

  async endAll(): Promise<void> {
    await Promise.all(this.runs.map((each) => fixture.end(each)));
  }
}

function unlessRolledBack(error: unknown): [] {
  if (error instanceof RolledBack) return [];
  throw error;
}

async function continueBlockedRuns(): Promise<void> {
  while (await fixture.blocked.admitBlockedRuns());
}

it(
  'points are neither lost nor created, never overdrawn, and reserved in order under concurrent operations',
  () =>
    fc.assert(
      fc.asyncProperty(rounds, fc.constantFrom('tiny', 'self_hosted'), async (operationsByRound, plan) => {
        const form = await fixture.form(plan);
        const account = new AccountModel(form);
        for (const concurrent of operationsByRound) {
          await account.round(concurrent);
          expect(await pointViolations(fixture.database)).toEqual([]);
        }
        const before = await account.queue();
        await continueBlockedRuns();
        const [after, balance] = [await account.queue(), await account.balance()];
        expect(after).toEqual(before.slice(before.length - after.length));
        expect(after.slice(0, 1).filter(({ points }) => balance === null || points <= balance)).toEqual([]);
        await account.endAll();
        expect(await pointViolations(fixture.database)).toEqual([]);
        await fixture.database.query('delete from forms');
      }),
      { numRuns: 40 },
    ),
  120_000,
);

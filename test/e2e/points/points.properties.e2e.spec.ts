import fc from 'fast-check';
import { pointViolations } from '../../support/point-violations';
import type { PointsForm, PointsRun } from './points.fixture';
import { PointsFixture } from './points.fixture';

let fixture: PointsFixture;
beforeAll(async () => {
  fixture = await PointsFixture.start();
});
afterAll(() => fixture.close());

type Deed =
  | { kind: 'begin'; costs: number[] }
  | { kind: 'begin test'; points: number }
  | { kind: 'work'; run: number; points: number }
  | { kind: 'end' | 'remove'; run: number }
  | { kind: 'grant'; points: number }
  | { kind: 'change plan'; plan: string }
  | { kind: 'turn month' | 'look after the blocked' };

const points = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 25 }));
const run = fc.nat(30);
const deeds: fc.Arbitrary<Deed> = fc.oneof(
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('turn month', 'look after the blocked') }) },
);

/** Deeds of one round happen at the same time, and some of them are undone just before they would be committed. */
const rounds = fc.array(
  fc.array(fc.record({ deed: deeds, isUndone: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }), {
    minLength: 1,
    maxLength: 8,
  }),
  {
    minLength: 1,
    maxLength: 10,
  },
);

class Undone extends Error {}

/** One account and its runs while deeds are done to them. */
class World {
  private readonly runs: PointsRun[] = [];

  constructor(private readonly form: PointsForm) {}

  async round(deedsAtOnce: { deed: Deed; isUndone: boolean }[]): Promise<void> {
    const known = [...this.runs];
    await Promise.all(deedsAtOnce.map(({ deed, isUndone }) => this.perform(deed, known, isUndone)));
  }

  private async perform(deed: Deed, known: PointsRun[], isUndone: boolean): Promise<void> {
    const work = fixture.transactions.run(async () => {
      const made = await this.do(deed, known);
      if (isUndone) throw new Undone();
      return made;
    });
    this.runs.push(...(await work.catch(unlessUndone)));
  }

  private async do(deed: Deed, known: PointsRun[]): Promise<PointsRun[]> {
    if (deed.kind === 'begin') return this.begin(deed.costs);
    if (deed.kind === 'begin test') return [await fixture.beginTest(this.form, deed.points)];
    if (deed.kind === 'grant') await fixture.points.grant(this.form.accountId, deed.points);
    if (deed.kind === 'change plan') await fixture.accounts.setPlan(this.form.accountId, deed.plan);
    if (deed.kind === 'turn month') await fixture.turnMonth(this.form.accountId);
    if (deed.kind === 'look after the blocked') await fixture.blocked.admitBlockedRuns();
    if ('run' in deed && known.length > 0) await this.touch(deed, known[deed.run % known.length]!);
    return [];
  }

  /** The account is still held by the transaction, so the queue is as the reservation has seen it: nobody in it may have been passed. */
  private async begin(costs: number[]): Promise<PointsRun[]> {
    const runs = await fixture.beginAll(this.form, ...costs);
    const ids = runs.map(({ id }) => id);
    const queue = (await this.queue()).filter(({ id }) => !ids.includes(id));
    const hasPassed = queue.length > 0 && runs.some(({ reserved }) => reserved > 0);
    expect(hasPassed && (await this.balance()) !== null).toBe(false);
    return runs;
  }

  private touch(deed: Extract<Deed, { run: number }>, chosen: PointsRun): Promise<void> {
    if (deed.kind === 'work') return fixture.work(chosen, deed.points);
    return deed.kind === 'end' ? fixture.end(chosen) : fixture.remove(chosen);
  }

  /** Those that wait for points, the oldest first, with what they want. */
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

function unlessUndone(error: unknown): [] {
  if (error instanceof Undone) return [];
  throw error;
}

async function settle(): Promise<void> {
  while (await fixture.blocked.admitBlockedRuns());
}

it(
  'points are neither lost nor made, never overdrawn, and reserved in turn, whatever happens at the same time',
  () =>
    fc.assert(
      fc.asyncProperty(rounds, fc.constantFrom('tiny', 'self_hosted'), async (deedsByRound, plan) => {
        const form = await fixture.form(plan);
        const world = new World(form);
        for (const deedsAtOnce of deedsByRound) {
          await world.round(deedsAtOnce);
          expect(await pointViolations(fixture.database)).toEqual([]);
        }
        const before = await world.queue();
        await settle();
        const [after, balance] = [await world.queue(), await world.balance()];
        expect(after).toEqual(before.slice(before.length - after.length));
        expect(after.slice(0, 1).filter(({ points }) => balance === null || points <= balance)).toEqual([]);
        await world.endAll();
        expect(await pointViolations(fixture.database)).toEqual([]);
        await fixture.database.query('delete from forms');
      }),
      { numRuns: 40 },
    ),
  120_000,
);

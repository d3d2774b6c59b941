import fc from 'fast-check';
import type { Bucket, Taken } from './bucket-store';
import { takeFromAll } from './gcra.rules';

const SECOND = 1_000_000;
const bucket = (perMinute: number, name = 'read'): Bucket => ({ name, key: 'k', shard: 's', perMinute });
/** A start other than 0, as of real clocks: microseconds since 1970. */
const START = 1_780_000_000 * SECOND;

/** Buckets with stored arrival times, on a clock of whole microseconds. */
class Model {
  now = START;
  arrivals: readonly number[];

  constructor(readonly buckets: readonly Bucket[]) {
    this.arrivals = buckets.map(() => 0);
  }

  take(): Taken {
    const { taken, arrivals } = takeFromAll(this.buckets, this.arrivals, this.now);
    this.arrivals = arrivals;
    return taken;
  }

  /** The tokens in the bucket after some seconds when nobody takes any. */
  leftAfter(index: number, seconds: number): number {
    const at = this.now + seconds * SECOND;
    const { allowed, states } = takeFromAll([this.buckets[index]!], [this.arrivals[index]!], at).taken;
    return allowed ? states[0]!.remaining + 1 : 0;
  }
}

const perMinute = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 300 }));
const limits = fc.array(perMinute, { minLength: 1, maxLength: 3 });
const pause = fc.oneof(fc.constant(0), fc.nat(3 * SECOND), fc.nat(70 * SECOND));

describe('takeFromAll', () => {
  it('gives the whole limit at once and refuses the next', () => {
    fc.assert(
      fc.property(perMinute, (limit) => {
        const model = new Model([bucket(limit)]);
        for (let left = limit - 1; left >= 0; left--) {
          expect(model.take()).toMatchObject({
            allowed: true,
            refusedBy: null,
            retryAfterSeconds: 0,
            states: [{ remaining: left }],
          });
        }
        expect(model.take()).toMatchObject({ allowed: false, refusedBy: 'read', states: [{ limit, remaining: 0 }] });
      }),
      { numRuns: 30 },
    );
  });

  it('gives one back each limit-th of a minute', () => {
    const model = new Model([bucket(20)]);
    for (let taken = 0; taken < 20; taken++) model.take();
    model.now += 3 * SECOND - 1;
    expect(model.take().allowed).toBe(false);
    model.now += 1;
    expect(model.take().allowed).toBe(true);
    expect(model.take().allowed).toBe(false);
  });

  it('is full again after a minute, however the limit divides it', () => {
    for (const limit of [1, 7, 60, 90, 11_999]) {
      const model = new Model([bucket(limit)]);
      for (let taken = 0; taken < limit; taken++) model.take();
      model.now += 60 * SECOND + limit;
      expect(model.take().states[0]).toMatchObject({ remaining: limit - 1 });
    }
  });

  it('never gives more than 2 x limit - 1 within any 60 seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(pause, { minLength: 50, maxLength: 200 }), (limit, pauses) => {
        const model = new Model([bucket(limit)]);
        const given: number[] = [];
        for (const microseconds of pauses) {
          model.now += microseconds;
          while (model.take().allowed) given.push(model.now);
        }
        for (const from of given) {
          expect(given.filter((at) => at >= from && at < from + 60 * SECOND).length).toBeLessThanOrEqual(2 * limit - 1);
        }
      }),
    );
  });

  it('gives exactly 2 x limit - 1 to one who empties the bucket at both ends of 60 seconds', () => {
    for (const limit of [1, 7, 60, 90, 12_000]) {
      const model = new Model([bucket(limit)]);
      let given = 0;
      while (model.take().allowed) given += 1;
      model.now += 60 * SECOND - 1;
      while (model.take().allowed) given += 1;
      expect(given).toBe(2 * limit - 1);
    }
  });

  it('takes from none when one refuses', () => {
    fc.assert(
      fc.property(limits, fc.array(pause, { maxLength: 60 }), (each, pauses) => {
        const model = new Model(each.map((limit, index) => bucket(limit, `bucket ${index}`)));
        for (const microseconds of pauses) {
          model.now += microseconds;
          const before = model.arrivals;
          if (!model.take().allowed) expect(model.arrivals).toEqual(before);
          else model.arrivals.forEach((arrival, index) => expect(arrival).toBeGreaterThan(before[index]!));
        }
      }),
    );
  });

  it('lets a request through after the seconds that it asked to wait', () => {
    fc.assert(
      fc.property(limits, fc.array(pause, { maxLength: 20 }), (each, pauses) => {
        const model = new Model(each.map((limit, index) => bucket(limit, `bucket ${index}`)));
        for (const microseconds of pauses) {
          model.now += microseconds;
          let refusal = model.take();
          while (refusal.allowed) refusal = model.take();
          expect(refusal.retryAfterSeconds).toBeGreaterThanOrEqual(1);
          model.now += refusal.retryAfterSeconds * SECOND;
          expect(model.take().allowed).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('tells a remaining count that is neither negative nor wrong', () => {
    fc.assert(
      fc.property(limits, fc.array(pause, { maxLength: 20 }), (each, pauses) => {
        const model = new Model(each.map((limit, index) => bucket(limit, `bucket ${index}`)));
        for (const microseconds of pauses) {
          model.now += microseconds;
          const { states } = model.take();
          const left = Math.min(...states.map(({ remaining }) => remaining));
          for (const { remaining, limit } of states) expect(remaining >= 0 && remaining <= limit).toBe(true);
          for (let more = 0; more < left; more++) expect(model.take().allowed).toBe(true);
          expect(model.take().allowed).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('tells the whole seconds until there is one more, and to retry no sooner than any of them', () => {
    fc.assert(
      fc.property(limits, fc.array(pause, { maxLength: 40 }), (each, pauses) => {
        const model = new Model(each.map((limit, index) => bucket(limit, `bucket ${index}`)));
        for (const microseconds of pauses) {
          model.now += microseconds;
          const { states, allowed, retryAfterSeconds } = model.take();
          states.forEach(({ remaining, resetSeconds, limit }, index) => {
            expect(model.leftAfter(index, resetSeconds)).toBeGreaterThanOrEqual(Math.min(remaining + 1, limit));
            if (resetSeconds > 0) expect(model.leftAfter(index, resetSeconds - 1)).toBe(remaining);
            if (!allowed) expect(resetSeconds).toBeLessThanOrEqual(retryAfterSeconds);
          });
        }
      }),
    );
  });

  it('tells 0 seconds for a full bucket', () => {
    const { taken } = takeFromAll([bucket(1, 'empty'), bucket(5, 'full')], [START + 60 * SECOND, 0], START);
    expect(taken.states[1]).toEqual({ name: 'full', limit: 5, remaining: 5, resetSeconds: 0 });
  });

  it('names the bucket that takes longest when several refuse', () => {
    const model = new Model([bucket(60, 'fast'), bucket(2, 'slow'), bucket(30, 'other')]);
    model.arrivals = model.buckets.map(() => START + 60 * SECOND);
    expect(model.take()).toMatchObject({ refusedBy: 'slow', retryAfterSeconds: 30 });
  });

  it('asks to wait for a slower bucket too, so that no header contradicts it', () => {
    const arrivals = [START + 60 * SECOND, START + 30 * SECOND];
    const { taken } = takeFromAll([bucket(60, 'fast'), bucket(2, 'slow')], arrivals, START);
    expect(taken).toMatchObject({ refusedBy: 'fast', retryAfterSeconds: 30 });
    expect(taken.states).toMatchObject([
      { remaining: 0, resetSeconds: 1 },
      { remaining: 1, resetSeconds: 30 },
    ]);
  });

  it('tells nothing left, not less, when the limit was lowered meanwhile', () => {
    const model = new Model([bucket(11_999)]);
    while (model.take().allowed);
    const { taken } = takeFromAll([bucket(60)], model.arrivals, START);
    expect(taken).toMatchObject({ allowed: false, retryAfterSeconds: 2, states: [{ limit: 60, remaining: 0 }] });
  });

  it('allows everything when no bucket is asked', () => {
    const taken = { allowed: true, refusedBy: null, retryAfterSeconds: 0, states: [] };
    expect(takeFromAll([], [], START)).toEqual({ taken, arrivals: [] });
  });
});

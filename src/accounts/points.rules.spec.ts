import fc from 'fast-check';
import { affordable } from './points.rules';

const requestsOf = (...points: number[]) => points.map((each, index) => ({ runId: `run ${index}`, points: each }));
const granted = (balance: number | null, ...points: number[]) =>
  affordable(balance, requestsOf(...points)).map((request) => request.points);

describe('points', () => {
  it('are reserved until they are used up', () => {
    expect(granted(5, 2, 3)).toEqual([2, 3]);
    expect(granted(4, 2, 3)).toEqual([2]);
    expect(granted(0, 1)).toEqual([]);
  });

  it('are kept for the first run that lacks them, so that a cheaper one behind it waits too', () => {
    expect(granted(4, 2, 3, 1, 2)).toEqual([2]);
  });

  it('are not needed by a run that costs nothing, wherever it stands', () => {
    expect(granted(1, 0, 2, 0, 1)).toEqual([0, 0]);
  });

  it('are there for every run of an account without limit', () => {
    expect(granted(null, 2_000_000_000, 2_000_000_000, 0)).toEqual([2_000_000_000, 2_000_000_000, 0]);
  });

  it('go to the longest row of first runs that fits, and never beyond the balance', () => {
    const points = fc.nat(10);
    fc.assert(
      fc.property(fc.nat(50), fc.array(points), (balance, costs) => {
        const requests = requestsOf(...costs);
        const lucky = affordable(balance, requests);
        const spent = lucky.reduce((sum, request) => sum + request.points, 0);
        const unlucky = requests.filter((request) => !lucky.includes(request));
        const [first] = unlucky;
        expect(spent).toBeLessThanOrEqual(balance);
        expect(unlucky.every((request) => request.points > 0)).toBe(true);
        if (!first) return;
        expect(spent + first.points).toBeGreaterThan(balance);
        expect(
          lucky.every((request) => request.points === 0 || requests.indexOf(request) < requests.indexOf(first)),
        ).toBe(true);
      }),
    );
  });
});

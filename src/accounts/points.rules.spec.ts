import fc from 'fast-check';
import { affordable } from './points.rules';

const requestsOf = (...points: number[]) => points.map((each, index) => ({ runId: `run ${index}`, points: each }));
const grantedOf = (balance: number | null, ...points: number[]) =>
  affordable(balance, requestsOf(...points)).map((request) => request.points);

describe('points', () => {
  it('are reserved until they are used up', () => {
    expect(grantedOf(5, 2, 3)).toEqual([2, 3]);
    expect(grantedOf(4, 2, 3)).toEqual([2]);
    expect(grantedOf(0, 1)).toEqual([]);
  });

  it('are held back for the first run that exceeds the balance, so that a cheaper one after it waits too', () => {
    expect(grantedOf(4, 2, 3, 1, 2)).toEqual([2]);
  });

  it('are not needed by a run that costs nothing, at any position', () => {
    expect(grantedOf(1, 0, 2, 0, 1)).toEqual([0, 0]);
  });

  it('suffice for every run of an unlimited account', () => {
    expect(grantedOf(null, 2_000_000_000, 2_000_000_000, 0)).toEqual([2_000_000_000, 2_000_000_000, 0]);
  });

  it('go to the longest prefix of costly runs that fits into the balance', () => {
    const points = fc.nat(10);
    fc.assert(
      fc.property(fc.nat(50), fc.array(points), (balance, costs) => {
        const requests = requestsOf(...costs);
        const reserved = affordable(balance, requests);
        const spent = reserved.reduce((sum, request) => sum + request.points, 0);
        const refused = requests.filter((request) => !reserved.includes(request));
        const [first] = refused;
        expect(spent).toBeLessThanOrEqual(balance);
        expect(refused.every((request) => request.points > 0)).toBe(true);
        if (!first) return;
        expect(spent + first.points).toBeGreaterThan(balance);
        expect(reserved.every((request) => request.points === 0 || requests.indexOf(request) < requests.indexOf(first))).toBe(true);
      }),
    );
  });
});

import { Logger } from '@nestjs/common';
import { LeaseLost, type LeasedRunsRepository } from '../store/leased-runs.repository';
import type { Lease } from '../store/run.types';
import { type RunLease, RunLeases } from './run-leases';

const [FIRST, SECOND] = ['first', 'second'].map((id): Lease => ({ id, leaseNumber: 1 })) as [Lease, Lease];
const idsOf = (leases: readonly Lease[]) => new Set(leases.map(({ id }) => id));

let warn: jest.SpyInstance;
let renew: jest.Mock<Promise<Set<string>>, [readonly Lease[]]>;
let leases: RunLeases;
let lease: RunLease;

beforeEach(() => {
  jest.useFakeTimers();
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  renew = jest.fn((held: readonly Lease[]) => Promise.resolve(idsOf(held)));
  leases = new RunLeases({ renew } as Partial<LeasedRunsRepository> as LeasedRunsRepository);
  lease = leases.hold(FIRST, performance.now());
});
afterEach(() => {
  leases.release(lease);
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const isLost = () => expect(lease.confirm()).rejects.toBeInstanceOf(LeaseLost);

describe('the leases of a worker', () => {
  it('are renewed together every ten seconds until they are released', async () => {
    const second = leases.hold(SECOND, performance.now());
    await jest.advanceTimersByTimeAsync(20_000);
    expect(renew.mock.calls.map(([held]) => held.length)).toEqual([2, 2]);
    leases.release(second);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(renew.mock.lastCall).toEqual([[lease]]);
    leases.release(lease);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(renew).toHaveBeenCalledTimes(3);
  });

  it('are renewed one by one after a failure, so that one run does not cost the leases of the others', async () => {
    const second = leases.hold(SECOND, performance.now());
    const error = new Error('canceling statement due to lock timeout');
    renew.mockImplementation((held) => (idsOf(held).has('first') ? Promise.reject(error) : Promise.resolve(idsOf(held))));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(renew.mock.calls.map(([held]) => [...idsOf(held)])).toEqual([['first', 'second'], ['first'], ['second']]);
    expect(warn).toHaveBeenCalledWith({ err: error, runs: 2 }, expect.stringContaining('could not be renewed'));
    leases.release(second);
  });

  it('stay lost once they are, which is not reported', async () => {
    renew.mockResolvedValueOnce(new Set());
    await jest.advanceTimersByTimeAsync(10_000);
    await isLost();
    expect(() => lease.assertHeld()).toThrow(LeaseLost);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('a confirmation', () => {
  it('sends nothing when the lease was extended a moment ago', async () => {
    await lease.confirm();
    expect(renew).not.toHaveBeenCalled();
  });

  it('renews the lease after the process was suspended', async () => {
    suspendProcess(10_001);
    await lease.confirm();
    await lease.confirm();
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('counts from the start of what extended the lease, which may have waited for long', async () => {
    const startedAtMs = performance.now();
    suspendProcess(11_000);
    lease.extend(startedAtMs);
    await lease.confirm();
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('is refused when the lease cannot be renewed, or when another worker has taken over', async () => {
    suspendProcess(11_000);
    renew.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce(new Set());
    await expect(lease.confirm()).rejects.toThrow('away');
    await isLost();
  });
});

/** Advances the clock without firing timers, as for a suspended process. */
function suspendProcess(ms: number): void {
  const nowMs = performance.now() + ms;
  jest.spyOn(performance, 'now').mockReturnValue(nowMs);
}

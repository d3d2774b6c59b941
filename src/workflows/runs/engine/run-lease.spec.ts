import { Logger } from '@nestjs/common';
import { LeaseLost } from '../store/run-lease.repository';
import { RunLease } from './run-lease';

let warn: jest.SpyInstance;
let renew: jest.Mock<Promise<void>, []>;
let lease: RunLease;

beforeEach(() => {
  jest.useFakeTimers();
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  renew = jest.fn<Promise<void>, []>().mockResolvedValue();
  lease = new RunLease('r1', renew);
});
afterEach(() => {
  lease.end();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const isRefused = (work: Promise<void>) => expect(work).rejects.toBeInstanceOf(LeaseLost);
const written = () => Promise.resolve();

describe('a lease', () => {
  it('is renewed every ten seconds until it is ended', async () => {
    await jest.advanceTimersByTimeAsync(30_000);
    expect(renew).toHaveBeenCalledTimes(3);
    lease.end();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(renew).toHaveBeenCalledTimes(3);
  });

  it('that could not be renewed is told of, and renewed the next time', async () => {
    const error = new Error('Connection terminated');
    renew.mockRejectedValueOnce(error);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(warn).toHaveBeenCalledWith({ err: error, run_id: 'r1' }, expect.stringContaining('could not be renewed'));
    await jest.advanceTimersByTimeAsync(10_000);
    await expect(lease.extend(written)).resolves.toBeUndefined();
  });

  it('that is lost stays lost, and is no trouble that anybody is told of', async () => {
    renew.mockRejectedValueOnce(new LeaseLost());
    await jest.advanceTimersByTimeAsync(10_000);
    await isRefused(lease.confirm());
    await isRefused(lease.extend(written));
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('a confirmation', () => {
  it('asks nobody when the lease was extended a moment ago', async () => {
    await lease.confirm();
    expect(renew).not.toHaveBeenCalled();
  });

  it('asks again after a pause of the process', async () => {
    pauseProcess(10_001);
    await lease.confirm();
    await lease.confirm();
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('counts from the begin of what extended the lease, which may have waited for long', async () => {
    await lease.extend(() => Promise.resolve(pauseProcess(11_000)));
    await lease.confirm();
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('is refused when it cannot be had, or when another has taken over meanwhile', async () => {
    pauseProcess(11_000);
    renew.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new LeaseLost());
    await expect(lease.confirm()).rejects.toThrow('away');
    await isRefused(lease.confirm());
  });
});

/** Time passes, and no timer goes off. */
function pauseProcess(ms: number): void {
  const nowMs = performance.now() + ms;
  jest.spyOn(performance, 'now').mockReturnValue(nowMs);
}

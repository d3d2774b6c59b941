import { HostLimits, type Acquisition } from './host-limits';

const HOST = 'hooks.example.com';

function acquired(acquisition: Acquisition) {
  if (!acquisition.isAcquired) throw new Error(`The host is busy for ${acquisition.retryAfterMs} ms.`);
  return acquisition;
}

function refused(acquisition: Acquisition) {
  if (acquisition.isAcquired) throw new Error('The host let one more in.');
  return acquisition;
}

/** Acquires a permit and releases it at once. */
const request = (limits: HostLimits, nowMs: number, connected = true) =>
  acquired(limits.tryAcquire(HOST, nowMs)).release(connected, nowMs);

describe('concurrency', () => {
  it('permits four requests to a host, and the fifth only when one has ended', () => {
    const limits = new HostLimits();
    const [first] = [0, 1, 2, 3].map((nowMs) => acquired(limits.tryAcquire(HOST, nowMs)));
    expect(refused(limits.tryAcquire(HOST, 10)).retryAfterMs).toBeGreaterThan(0);
    first?.release(true, 20);
    acquired(limits.tryAcquire(HOST, 20));
    refused(limits.tryAcquire(HOST, 20));
  });

  it('counts each host for itself', () => {
    const limits = new HostLimits({ concurrent: 1 });
    acquired(limits.tryAcquire(HOST, 0));
    acquired(limits.tryAcquire('other.example.com', 0));
    refused(limits.tryAcquire(HOST, 0));
  });
});

describe('rate', () => {
  it('permits twenty requests to a host in any second', () => {
    const limits = new HostLimits();
    for (let nowMs = 500; nowMs < 520; nowMs += 1) request(limits, nowMs);
    expect(refused(limits.tryAcquire(HOST, 1000))).toEqual({ isAcquired: false, retryAfterMs: 500 });
    refused(limits.tryAcquire(HOST, 1499));
    request(limits, 1500);
    refused(limits.tryAcquire(HOST, 1500));
  });

  it('stays at twenty a second for ten thousand deliveries that are retried after the given delay', () => {
    const limits = new HostLimits();
    const due = Array.from({ length: 10_000 }, () => 0);
    const startedAt: number[] = [];
    let attempts = 0;
    while (due.length > 0) {
      const nowMs = due.shift() ?? 0;
      const acquisition = limits.tryAcquire(HOST, nowMs);
      attempts += 1;
      if (acquisition.isAcquired) {
        acquisition.release(true, nowMs);
        startedAt.push(nowMs);
      } else {
        const dueMs = nowMs + acquisition.retryAfterMs;
        const position = due.findIndex((otherMs) => otherMs > dueMs);
        due.splice(position === -1 ? due.length : position, 0, dueMs);
      }
    }
    expect(startedAt.every((ms, n) => (startedAt[n + 20] ?? Infinity) - ms >= 1000)).toBe(true);
    expect(startedAt).toHaveLength(10_000);
    expect(startedAt.at(-1)).toBeLessThan(510_000);
    expect(attempts).toBeLessThan(25_000);
  });
});

describe('a host that cannot be connected to', () => {
  const failFiveTimes = (limits: HostLimits) => [0, 1, 2, 3, 4].forEach((nowMs) => request(limits, nowMs, false));

  it('gets no request for a while after five failures in a row', () => {
    const limits = new HostLimits();
    failFiveTimes(limits);
    expect(refused(limits.tryAcquire(HOST, 1004)).retryAfterMs).toBe(29_000);
    acquired(limits.tryAcquire(HOST, 30_004));
  });

  it('gets none again as soon as another request fails', () => {
    const limits = new HostLimits();
    failFiveTimes(limits);
    request(limits, 30_004, false);
    refused(limits.tryAcquire(HOST, 30_005));
  });

  it('is reset by one success', () => {
    const limits = new HostLimits();
    [0, 1, 2, 3].forEach((nowMs) => request(limits, nowMs, false));
    request(limits, 5);
    request(limits, 6, false);
    acquired(limits.tryAcquire(HOST, 7));
  });
});

it('forgets hosts that are idle and none that is busy', () => {
  const limits = new HostLimits({ concurrent: 1 });
  acquired(limits.tryAcquire(HOST, 0));
  for (let n = 0; n < 5000; n += 1)
    acquired(limits.tryAcquire(`host-${n}.example.com`, n * 2000)).release(true, n * 2000);
  const { size } = Reflect.get(limits, 'hosts') as Map<string, unknown>;
  expect(size).toBeLessThanOrEqual(1000);
  refused(limits.tryAcquire(HOST, 10_000_000));
});

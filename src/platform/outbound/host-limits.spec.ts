import { HostLimits, type Acquisition } from './host-limits';

const HOST = 'hooks.example.com';

async function acquired(acquiring: Promise<Acquisition>) {
  const acquisition = await acquiring;
  if (!acquisition.isAcquired) throw new Error(`The host is busy for ${acquisition.retryAfterMs} ms.`);
  return acquisition;
}

async function refused(acquiring: Promise<Acquisition>) {
  const acquisition = await acquiring;
  if (acquisition.isAcquired) throw new Error('The host let one more in.');
  return acquisition;
}

/** Acquires a permit and releases it at once. */
const request = async (limits: HostLimits, nowMs: number, connected = true) =>
  (await acquired(limits.tryAcquire(HOST, nowMs))).release(connected, nowMs);

describe('concurrency', () => {
  it('permits four requests to a host, and the fifth only when one has ended', async () => {
    const limits = new HostLimits();
    const first = await acquired(limits.tryAcquire(HOST, 0));
    for (const nowMs of [1, 2, 3]) await acquired(limits.tryAcquire(HOST, nowMs));
    expect((await refused(limits.tryAcquire(HOST, 10))).retryAfterMs).toBeGreaterThan(0);
    first.release(true, 20);
    await acquired(limits.tryAcquire(HOST, 20));
    await refused(limits.tryAcquire(HOST, 20));
  });

  it('counts each host for itself', async () => {
    const limits = new HostLimits({ concurrent: 1 });
    await acquired(limits.tryAcquire(HOST, 0));
    await acquired(limits.tryAcquire('other.example.com', 0));
    await refused(limits.tryAcquire(HOST, 0));
  });
});

describe('a part of the requests to a host', () => {
  it('has lower limits of its own, so that others find room', async () => {
    const limits = new HostLimits();
    const part = limits.ofPart({ concurrent: 3, perSecond: 15 });
    for (let count = 0; count < 3; count += 1) {
      await acquired(part.tryAcquire(HOST, 0));
      await acquired(limits.tryAcquire(HOST, 0));
    }
    await refused(part.tryAcquire(HOST, 0));
    await acquired(limits.tryAcquire(HOST, 0));
  });
});

describe('rate', () => {
  it('permits twenty requests to a host in any second', async () => {
    const limits = new HostLimits();
    for (let nowMs = 500; nowMs < 520; nowMs += 1) await request(limits, nowMs);
    expect(await refused(limits.tryAcquire(HOST, 1000))).toEqual({ isAcquired: false, retryAfterMs: 500 });
    await refused(limits.tryAcquire(HOST, 1499));
    await request(limits, 1500);
    await refused(limits.tryAcquire(HOST, 1500));
  });

  it('stays at twenty a second for ten thousand deliveries that are retried after the given delay', async () => {
    const limits = new HostLimits();
    const due = Array.from({ length: 10_000 }, () => 0);
    const startedAt: number[] = [];
    let attempts = 0;
    while (due.length > 0) {
      const nowMs = due.shift() ?? 0;
      const acquisition = await limits.tryAcquire(HOST, nowMs);
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
  const failFiveTimes = async (limits: HostLimits) => {
    for (const nowMs of [0, 1, 2, 3, 4]) await request(limits, nowMs, false);
  };

  it('gets no request for a while after five failures in a row', async () => {
    const limits = new HostLimits();
    await failFiveTimes(limits);
    expect((await refused(limits.tryAcquire(HOST, 1004))).retryAfterMs).toBe(29_000);
    await acquired(limits.tryAcquire(HOST, 30_004));
  });

  it('gets none again as soon as another request fails', async () => {
    const limits = new HostLimits();
    await failFiveTimes(limits);
    await request(limits, 30_004, false);
    await refused(limits.tryAcquire(HOST, 30_005));
  });

  it('is reset by one success', async () => {
    const limits = new HostLimits();
    for (const nowMs of [0, 1, 2, 3]) await request(limits, nowMs, false);
    await request(limits, 5);
    await request(limits, 6, false);
    await acquired(limits.tryAcquire(HOST, 7));
  });
});

it('forgets hosts that are idle and none that is busy', async () => {
  const limits = new HostLimits({ concurrent: 1 });
  await acquired(limits.tryAcquire(HOST, 0));
  for (let n = 0; n < 5000; n += 1) (await acquired(limits.tryAcquire(`host-${n}.example.com`, n * 2000))).release(true, n * 2000);
  const { size } = Reflect.get(limits, 'hosts') as Map<string, unknown>;
  expect(size).toBeLessThanOrEqual(1000);
  await refused(limits.tryAcquire(HOST, 10_000_000));
});

import { HostLimits, type Entry } from './host-limits';

const HOST = 'hooks.example.com';

function entered(entry: Entry) {
  if (!entry.entered) throw new Error(`The host is busy for ${entry.retryAfterMs} ms.`);
  return entry;
}

function refused(entry: Entry) {
  if (entry.entered) throw new Error('The host let one more in.');
  return entry;
}

/** Enters and leaves at once. */
const visit = (limits: HostLimits, nowMs: number, connected = true) =>
  entered(limits.tryEnter(HOST, nowMs)).leave(connected, nowMs);

describe('concurrency', () => {
  it('lets four into a host and the fifth only when one has left', () => {
    const limits = new HostLimits();
    const [first] = [0, 1, 2, 3].map((nowMs) => entered(limits.tryEnter(HOST, nowMs)));
    expect(refused(limits.tryEnter(HOST, 10)).retryAfterMs).toBeGreaterThan(0);
    first?.leave(true, 20);
    entered(limits.tryEnter(HOST, 20));
    refused(limits.tryEnter(HOST, 20));
  });

  it('counts each host for itself', () => {
    const limits = new HostLimits({ concurrent: 1 });
    entered(limits.tryEnter(HOST, 0));
    entered(limits.tryEnter('other.example.com', 0));
    refused(limits.tryEnter(HOST, 0));
  });
});

describe('rate', () => {
  it('lets twenty into a host in any second', () => {
    const limits = new HostLimits();
    for (let nowMs = 500; nowMs < 520; nowMs += 1) visit(limits, nowMs);
    expect(refused(limits.tryEnter(HOST, 1000))).toEqual({ entered: false, retryAfterMs: 500 });
    refused(limits.tryEnter(HOST, 1499));
    visit(limits, 1500);
    refused(limits.tryEnter(HOST, 1500));
  });

  it('stays at twenty a second for ten thousand deliveries that come back when they are told to', () => {
    const limits = new HostLimits();
    const due = Array.from({ length: 10_000 }, () => 0);
    const visits: number[] = [];
    let attempts = 0;
    while (due.length > 0) {
      const nowMs = due.shift() ?? 0;
      const entry = limits.tryEnter(HOST, nowMs);
      attempts += 1;
      if (entry.entered) {
        entry.leave(true, nowMs);
        visits.push(nowMs);
      } else {
        const dueMs = nowMs + entry.retryAfterMs;
        const position = due.findIndex((otherMs) => otherMs > dueMs);
        due.splice(position === -1 ? due.length : position, 0, dueMs);
      }
    }
    expect(visits.every((ms, n) => (visits[n + 20] ?? Infinity) - ms >= 1000)).toBe(true);
    expect(visits).toHaveLength(10_000);
    expect(visits.at(-1)).toBeLessThan(510_000);
    expect(attempts).toBeLessThan(25_000);
  });
});

describe('a host that cannot be connected to', () => {
  const failFiveTimes = (limits: HostLimits) => [0, 1, 2, 3, 4].forEach((nowMs) => visit(limits, nowMs, false));

  it('rests after five failures in a row', () => {
    const limits = new HostLimits();
    failFiveTimes(limits);
    expect(refused(limits.tryEnter(HOST, 1004)).retryAfterMs).toBe(29_000);
    entered(limits.tryEnter(HOST, 30_004));
  });

  it('rests again at once when it still fails', () => {
    const limits = new HostLimits();
    failFiveTimes(limits);
    visit(limits, 30_004, false);
    refused(limits.tryEnter(HOST, 30_005));
  });

  it('is forgiven by one success', () => {
    const limits = new HostLimits();
    [0, 1, 2, 3].forEach((nowMs) => visit(limits, nowMs, false));
    visit(limits, 5);
    visit(limits, 6, false);
    entered(limits.tryEnter(HOST, 7));
  });
});

it('forgets hosts that are idle and none that is busy', () => {
  const limits = new HostLimits({ concurrent: 1 });
  entered(limits.tryEnter(HOST, 0));
  for (let n = 0; n < 5000; n += 1) entered(limits.tryEnter(`host-${n}.example.com`, n * 2000)).leave(true, n * 2000);
  const { size } = Reflect.get(limits, 'hosts') as Map<string, unknown>;
  expect(size).toBeLessThanOrEqual(1000);
  refused(limits.tryEnter(HOST, 10_000_000));
});

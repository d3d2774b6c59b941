/** A permit for one request, or the delay before the next try. */
export type Acquisition =
  | {
      isAcquired: true;
      /** Called once, when the request has ended. */
      release(wasConnected: boolean, nowMs: number): void;
    }
  | { isAcquired: false; retryAfterMs: number };

export interface HostLimitOptions {
  concurrent: number;
  perSecond: number;
  /** The circuit breaker: after this many consecutive failures to connect, nothing is sent for `openMs`. */
  failuresBeforeOpen: number;
  openMs: number;
}

/**
 * Limits the requests of this process to each host, so that the service cannot be used to flood one. There is no waiting in memory: a
 * caller without a permit is told when to try again. Times are those of the monotonic clock.
 */
export class HostLimits {
  private readonly hosts = new Map<string, HostLoad>();
  private readonly options: HostLimitOptions;

  constructor(options: Partial<HostLimitOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  tryAcquire(host: string, nowMs: number): Acquisition {
    const load = this.loadOf(host, nowMs);
    const waitMs = load.waitMs(nowMs);
    return waitMs > 0 ? { isAcquired: false, retryAfterMs: load.nextTryAfterMs(waitMs, nowMs) } : load.acquire(nowMs);
  }

  private loadOf(host: string, nowMs: number): HostLoad {
    const known = this.hosts.get(host);
    if (known) return known;
    if (this.hosts.size >= HOSTS_BEFORE_SWEEP) this.forgetIdle(nowMs);
    const load = new HostLoad(this.options);
    this.hosts.set(host, load);
    return load;
  }

  private forgetIdle(nowMs: number): void {
    for (const [host, load] of this.hosts) if (load.isIdle(nowMs)) this.hosts.delete(host);
  }
}

class HostLoad {
  private active = 0;
  /** The start times of the requests of the last second, oldest first. */
  private starts: number[] = [];
  private failures = 0;
  private openUntilMs = 0;
  private lastTryMs = 0;

  constructor(private readonly limits: HostLimitOptions) {}

  /** The time until a permit may be available; 0 when one is available now. */
  waitMs(nowMs: number): number {
    this.starts = this.starts.filter((startedMs) => startedMs > nowMs - SECOND);
    const [oldest = nowMs] = this.starts;
    return Math.max(
      this.openUntilMs - nowMs,
      this.starts.length >= this.limits.perSecond ? oldest + SECOND - nowMs : 0,
      this.active >= this.limits.concurrent ? BUSY_WAIT_MS : 0,
    );
  }

  /** Tries are spread at the rate of the host, so that waiting callers do not all return at once. */
  nextTryAfterMs(waitMs: number, nowMs: number): number {
    const intervalMs = SECOND / this.limits.perSecond;
    this.lastTryMs = Math.max(nowMs + waitMs, this.lastTryMs + intervalMs);
    return Math.ceil(this.lastTryMs - nowMs);
  }

  acquire(nowMs: number): Acquisition {
    this.active += 1;
    this.starts.push(nowMs);
    return { isAcquired: true, release: (wasConnected, endedMs) => this.release(wasConnected, endedMs) };
  }

  isIdle(nowMs: number): boolean {
    return this.active === 0 && this.waitMs(nowMs) === 0 && this.starts.length === 0 && this.lastTryMs <= nowMs;
  }

  private release(wasConnected: boolean, nowMs: number): void {
    this.active -= 1;
    this.failures = wasConnected ? 0 : this.failures + 1;
    if (this.failures >= this.limits.failuresBeforeOpen) this.openUntilMs = nowMs + this.limits.openMs;
  }
}

const DEFAULTS: HostLimitOptions = { concurrent: 4, perSecond: 20, failuresBeforeOpen: 5, openMs: 30_000 };
const SECOND = 1000;
/** The delay while all concurrent requests are in use, whose end is unknown. */
const BUSY_WAIT_MS = 500;
const HOSTS_BEFORE_SWEEP = 1000;

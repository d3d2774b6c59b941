/** The rate of each host over all processes. */
export interface SharedHostRate {
  /** The processes that share the rate, at least 1. */
  readonly instances: number;

  /** Counts a request that begins now, and resolves with 0; or else with the delay in ms before the next try, or null when the count is unknown. */
  begin(host: string, perSecond: number): Promise<number | null>;
}

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
 * Limits the requests to each host, so that the service cannot be used to flood one. The rate is that of all processes where they share it;
 * concurrency and failures are counted by each process. There is no waiting in memory: a caller without a permit is told when to try
 * again. Times are those of the monotonic clock.
 */
export class HostLimits {
  private readonly hosts = new Map<string, HostLoad>();
  private readonly options: HostLimitOptions;

  constructor(
    options: Partial<HostLimitOptions> = {},
    private readonly shared: SharedHostRate | null = null,
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Never rejects. */
  async tryAcquire(host: string, nowMs: number): Promise<Acquisition> {
    const load = this.loadOf(host, nowMs);
    const waitMs = load.waitMs(nowMs);
    if (waitMs > 0) return { isAcquired: false, retryAfterMs: load.nextTryAfterMs(waitMs, nowMs) };
    const acquired = load.acquire(nowMs);
    const retryAfterMs = this.shared ? await this.sharedWaitMs(host, this.shared, load, nowMs) : 0;
    if (retryAfterMs === 0) return acquired;
    load.cancel(nowMs);
    return { isAcquired: false, retryAfterMs };
  }

  /** For a request that this process has counted already. While the count of all is unknown, the process applies its share of the rate. */
  private async sharedWaitMs(host: string, shared: SharedHostRate, load: HostLoad, nowMs: number): Promise<number> {
    const { perSecond } = this.options;
    const waitMs = await shared.begin(host, perSecond);
    if (waitMs !== null) return waitMs;
    const shareWaitMs = load.rateWaitMs(nowMs, Math.max(1, Math.floor(perSecond / shared.instances)));
    return shareWaitMs > 0 ? load.nextTryAfterMs(shareWaitMs, nowMs) : 0;
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
    return Math.max(
      this.openUntilMs - nowMs,
      this.rateWaitMs(nowMs, this.limits.perSecond - 1),
      this.active >= this.limits.concurrent ? BUSY_WAIT_MS : 0,
    );
  }

  /** The time until no more than so many requests have begun within a second; 0 when that is so now. */
  rateWaitMs(nowMs: number, most: number): number {
    const latestExcess = this.starts.at(-most - 1);
    return latestExcess === undefined ? 0 : latestExcess + SECOND - nowMs;
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

  /** Takes back a permit that was acquired at this time. */
  cancel(startedMs: number): void {
    this.active -= 1;
    this.starts.splice(this.starts.lastIndexOf(startedMs), 1);
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

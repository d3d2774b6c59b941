import { CircuitBreaker } from '../circuit-breaker';

export interface SharedHostRate {
  /** The number of processes that share the rate, at least 1. */
  readonly instances: number;

  /** Counts a request that begins now. Resolves with 0, with the milliseconds until the next try, or with null when the rate is unknown. */
  begin(host: string, perSecond: number): Promise<number | null>;
}

export type Acquisition =
  | {
      isAcquired: true;
      release(wasConnected: boolean, nowMs: number): void;
    }
  | { isAcquired: false; retryAfterMs: number };

export interface HostLimitOptions {
  concurrent: number;
  perSecond: number;
  /** The number of consecutive failures to connect after which the circuit breaker blocks requests for `openMs`. */
  failuresBeforeOpen: number;
  openMs: number;
}

/**
 * Limits the requests to each host, so that the service cannot be used to flood one. All processes share the rate if they can; each process
 * counts concurrent requests and failures for itself. Nobody waits here: a caller without a permit gets the delay until its next try. Times
 * are those of the monotonic clock.
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

  /** Limits of their own for a part of the requests, whose permits leave room for others of the same host. */
  ofPart(options: Pick<HostLimitOptions, 'concurrent' | 'perSecond'>): HostLimits {
    return new HostLimits({ ...this.options, ...options }, this.shared);
  }

  /** Resolves with a permit or a delay, and never rejects. */
  async tryAcquire(host: string, nowMs: number): Promise<Acquisition> {
    const load = this.loadOf(host, nowMs);
    const waitMs = load.waitMs(nowMs);
    if (waitMs > 0) return { isAcquired: false, retryAfterMs: load.nextTryAfterMs(waitMs, nowMs) };
    const start = load.begin(nowMs);
    const retryAfterMs = this.shared ? await this.sharedWaitMs(host, this.shared, load, start) : 0;
    if (retryAfterMs === 0) return { isAcquired: true, release: (...end) => load.end(start, ...end) };
    load.cancel(start);
    return { isAcquired: false, retryAfterMs };
  }

  /** The delay of a request that this process has counted already. When the shared rate is unknown, applies this process' share of it. */
  private async sharedWaitMs(host: string, shared: SharedHostRate, load: HostLoad, start: Start): Promise<number> {
    const { perSecond } = this.options;
    const waitMs = await shared.begin(host, perSecond);
    if (waitMs !== null) return waitMs;
    const shareWaitMs = load.shareWaitMs(start, Math.max(1, Math.floor(perSecond / shared.instances)));
    return shareWaitMs > 0 ? load.nextTryAfterMs(shareWaitMs, start.atMs) : 0;
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

interface Start {
  atMs: number;
}

class HostLoad {
  private active = 0;
  private starts: Start[] = [];
  private readonly breaker: CircuitBreaker;
  private lastTryMs = 0;

  constructor(private readonly limits: HostLimitOptions) {
    this.breaker = new CircuitBreaker(limits.failuresBeforeOpen, limits.openMs);
  }

  waitMs(nowMs: number): number {
    this.starts = this.starts.filter(({ atMs }) => atMs > nowMs - SECOND);
    return Math.max(
      this.breaker.waitMs(nowMs),
      this.rateWaitMs(nowMs, this.limits.perSecond, this.starts.length),
      this.active >= this.limits.concurrent ? BUSY_WAIT_MS : 0,
    );
  }

  /** The time until a request that has begun would comply with a lower rate; 0 when it complies. */
  shareWaitMs(start: Start, perSecond: number): number {
    return this.rateWaitMs(start.atMs, perSecond, this.starts.indexOf(start));
  }

  /** The time until another request may begin after the oldest `requests` of the last second. */
  private rateWaitMs(nowMs: number, perSecond: number, requests: number): number {
    const start = this.starts[requests - perSecond];
    return start === undefined ? 0 : start.atMs + SECOND - nowMs;
  }

  /** Spreads tries at the rate of the host, so that waiting callers do not all return at once. */
  nextTryAfterMs(waitMs: number, nowMs: number): number {
    const intervalMs = SECOND / this.limits.perSecond;
    this.lastTryMs = Math.max(nowMs + waitMs, this.lastTryMs + intervalMs);
    return Math.ceil(this.lastTryMs - nowMs);
  }

  begin(nowMs: number): Start {
    const start = { atMs: nowMs };
    this.active += 1;
    this.starts.push(start);
    return start;
  }

  /** Cancels a permit whose request is not sent. */
  cancel(start: Start): void {
    this.active -= 1;
    this.starts = this.starts.filter((other) => other !== start);
  }

  end({ atMs }: Start, wasConnected: boolean, nowMs: number): void {
    this.active -= 1;
    if (wasConnected) this.breaker.succeed();
    else this.breaker.fail(atMs, nowMs);
  }

  isIdle(nowMs: number): boolean {
    return this.active === 0 && this.waitMs(nowMs) === 0 && this.starts.length === 0 && this.lastTryMs <= nowMs;
  }
}

const DEFAULTS: HostLimitOptions = { concurrent: 4, perSecond: 20, failuresBeforeOpen: 5, openMs: 30_000 };
const SECOND = 1000;
/** The delay while the host has its maximum of concurrent requests, since it is unknown when one of them ends. */
const BUSY_WAIT_MS = 500;
const HOSTS_BEFORE_SWEEP = 1000;

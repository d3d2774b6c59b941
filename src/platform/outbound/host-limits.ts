/** A permit for one request, or when to ask again. */
export type Acquisition =
  | {
      isAcquired: true;
      /** To be called once, when the request is over; says whether the host could be connected to. */
      release(connected: boolean, nowMs: number): void;
    }
  | { isAcquired: false; retryAfterMs: number };

export interface HostLimitOptions {
  concurrent: number;
  perSecond: number;
  /** The circuit breaker: after so many failures to connect in a row the circuit is open, and nothing is sent, for `openMs`. */
  failuresBeforeOpen: number;
  openMs: number;
}

/**
 * Keeps this process from flooding a host, however many deliveries are due there: the service must not multiply one
 * submission into an attack. Nobody waits in memory; who gets no permit is told when to come back. Times are of the monotonic clock.
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
    return waitMs > 0 ? { isAcquired: false, retryAfterMs: load.turnAfterMs(waitMs, nowMs) } : load.acquire(nowMs);
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
  /** When the requests of the last second started, oldest first. */
  private starts: number[] = [];
  private failures = 0;
  private openUntilMs = 0;
  private lastTurnMs = 0;

  constructor(private readonly limits: HostLimitOptions) {}

  /** How long there is no permit; 0 when there is one now. */
  waitMs(nowMs: number): number {
    this.starts = this.starts.filter((startedMs) => startedMs > nowMs - SECOND);
    const [oldest = nowMs] = this.starts;
    return Math.max(
      this.openUntilMs - nowMs,
      this.starts.length >= this.limits.perSecond ? oldest + SECOND - nowMs : 0,
      this.active >= this.limits.concurrent ? BUSY_WAIT_MS : 0,
    );
  }

  /** Those who wait are given turns at the pace of the host, so that they do not all come back at once. */
  turnAfterMs(waitMs: number, nowMs: number): number {
    const paceMs = SECOND / this.limits.perSecond;
    this.lastTurnMs = Math.max(nowMs + waitMs, this.lastTurnMs + paceMs);
    return Math.ceil(this.lastTurnMs - nowMs);
  }

  acquire(nowMs: number): Acquisition {
    this.active += 1;
    this.starts.push(nowMs);
    return { isAcquired: true, release: (connected, endedMs) => this.release(connected, endedMs) };
  }

  isIdle(nowMs: number): boolean {
    return this.active === 0 && this.waitMs(nowMs) === 0 && this.starts.length === 0 && this.lastTurnMs <= nowMs;
  }

  private release(connected: boolean, nowMs: number): void {
    this.active -= 1;
    this.failures = connected ? 0 : this.failures + 1;
    if (this.failures >= this.limits.failuresBeforeOpen) this.openUntilMs = nowMs + this.limits.openMs;
  }
}

const DEFAULTS: HostLimitOptions = { concurrent: 4, perSecond: 20, failuresBeforeOpen: 5, openMs: 30_000 };
const SECOND = 1000;
/** A slot is free when some request ends, which nobody can foretell. */
const BUSY_WAIT_MS = 500;
const HOSTS_BEFORE_SWEEP = 1000;

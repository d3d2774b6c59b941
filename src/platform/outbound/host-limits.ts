export type Entry =
  | {
      entered: true;
      /** To be called once, when the request is over; says whether the host could be connected to. */
      leave(connected: boolean, nowMs: number): void;
    }
  | { entered: false; retryAfterMs: number };

export interface HostLimitOptions {
  concurrent: number;
  perSecond: number;
  /** The circuit breaker: after so many failures to connect in a row nothing is sent for `restMs`. */
  failuresBeforeRest: number;
  restMs: number;
}

/**
 * Keeps this process from flooding a host, however many deliveries are due there: the service must not multiply one
 * submission into an attack. Nobody waits in memory; who may not enter is told when to come back. Times are of the monotonic clock.
 */
export class HostLimits {
  private readonly hosts = new Map<string, HostLoad>();
  private readonly options: HostLimitOptions;

  constructor(options: Partial<HostLimitOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
  }

  tryEnter(host: string, nowMs: number): Entry {
    const load = this.loadOf(host, nowMs);
    const waitMs = load.waitMs(nowMs);
    return waitMs > 0 ? { entered: false, retryAfterMs: load.turnAfterMs(waitMs, nowMs) } : load.enter(nowMs);
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
  /** When those entered who did so within the last second, oldest first. */
  private entries: number[] = [];
  private failures = 0;
  private restsUntilMs = 0;
  private lastTurnMs = 0;

  constructor(private readonly limits: HostLimitOptions) {}

  /** How long nobody may enter; 0 when one may at once. */
  waitMs(nowMs: number): number {
    this.entries = this.entries.filter((enteredMs) => enteredMs > nowMs - SECOND);
    const [oldest = nowMs] = this.entries;
    return Math.max(
      this.restsUntilMs - nowMs,
      this.entries.length >= this.limits.perSecond ? oldest + SECOND - nowMs : 0,
      this.active >= this.limits.concurrent ? BUSY_WAIT_MS : 0,
    );
  }

  /** Those who wait are given turns at the pace of the host, so that they do not all come back at once. */
  turnAfterMs(waitMs: number, nowMs: number): number {
    const paceMs = SECOND / this.limits.perSecond;
    this.lastTurnMs = Math.max(nowMs + waitMs, this.lastTurnMs + paceMs);
    return Math.ceil(this.lastTurnMs - nowMs);
  }

  enter(nowMs: number): Entry {
    this.active += 1;
    this.entries.push(nowMs);
    return { entered: true, leave: (connected, leftMs) => this.leave(connected, leftMs) };
  }

  isIdle(nowMs: number): boolean {
    return this.active === 0 && this.waitMs(nowMs) === 0 && this.entries.length === 0 && this.lastTurnMs <= nowMs;
  }

  private leave(connected: boolean, nowMs: number): void {
    this.active -= 1;
    this.failures = connected ? 0 : this.failures + 1;
    if (this.failures >= this.limits.failuresBeforeRest) this.restsUntilMs = nowMs + this.limits.restMs;
  }
}

const DEFAULTS: HostLimitOptions = { concurrent: 4, perSecond: 20, failuresBeforeRest: 5, restMs: 30_000 };
const SECOND = 1000;
/** A slot is free when some request ends, which nobody can foretell. */
const BUSY_WAIT_MS = 500;
const HOSTS_BEFORE_SWEEP = 1000;

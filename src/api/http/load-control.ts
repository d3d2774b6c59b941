/** The state of a process at one moment. */
export interface Observation {
  /** By a monotonic clock. */
  nowMs: number;
  /** The time by which the event loop was late for its latest timer. */
  lateMs: number;
  /** Requests that have not been answered. */
  inFlight: number;
}

/**
 * The share of requests that a process accepts. It begins to shed load when its event loop has been late for longer than a burst of
 * requests lasts, with many requests in flight. While it sheds, the share follows the lateness of the event loop, by multiplicative
 * decrease and additive increase.
 */
export class LoadControl {
  /** Of submissions; other requests are refused when this is below a quarter. */
  private share = 1;
  private readonly credit = { submission: 0, other: 0 };
  private latest: Observation | null = null;
  /** The last observation before the event loop became late. */
  private lateSince: Observation | null = null;

  get isShedding(): boolean {
    return this.share < 1;
  }

  observe(observation: Observation): void {
    if (this.isShedding) this.follow(observation.lateMs);
    else if (this.isOverloaded(observation)) this.share = decreaseFor(observation.lateMs);
    this.latest = observation;
  }

  /** Accepts the share evenly, and not at random. */
  accepts(kind: 'submission' | 'other'): boolean {
    this.credit[kind] += kind === 'submission' ? this.share : Math.min(1, OTHERS_FIRST * this.share);
    if (this.credit[kind] < 1) return false;
    this.credit[kind] -= 1;
    return true;
  }

  private follow(lateMs: number): void {
    this.share = lateMs > TARGET_MS ? Math.max(MIN_SHARE, this.share * decreaseFor(lateMs)) : this.share + INCREASE;
    if (this.share < 1) return;
    this.share = 1;
    this.lateSince = null;
    this.credit.submission = this.credit.other = 0;
  }

  private isOverloaded(observation: Observation): boolean {
    const { nowMs, lateMs, inFlight } = observation;
    if (lateMs <= OVERLOAD_MS || inFlight < MANY) {
      this.lateSince = null;
      return false;
    }
    this.lateSince ??= this.latest ?? observation;
    return nowMs - this.lateSince.nowMs >= BURST_MS;
  }
}

/** Turns of the event loop that take long allow few corrections, so these are larger. */
const decreaseFor = (lateMs: number): number => Math.min(0.8, Math.max(0.3, OVERLOAD_MS / lateMs));

/** Lateness that is noticed by clients. */
const OVERLOAD_MS = 100;
/**
 * More than `deploy/haproxy.cfg` sends to an instance at a time: behind it, each refusal would only be followed by the next request that
 * waits there, and a slow instance would spend its time on refusals.
 */
const MANY = 256;
const BURST_MS = 1_000;
/** Below the time within which refusals are to be answered. */
const TARGET_MS = 30;
const INCREASE = 0.02;
const MIN_SHARE = 0.02;
const OTHERS_FIRST = 4;

/** Blocks calls to a dependency that has failed several times in a row; after a pause, one call may try the dependency again. */
export class CircuitBreaker {
  private failures = 0;
  private openedAtMs = -Infinity;
  private openUntilMs = -Infinity;

  constructor(
    private readonly failuresBeforeOpen: number,
    private readonly openMs: number,
  ) {}

  get isOpen(): boolean {
    return this.failures >= this.failuresBeforeOpen;
  }

  /** The time until a call is permitted; 0 when one is permitted now. */
  waitMs(nowMs: number): number {
    return this.isOpen ? Math.max(this.openUntilMs - nowMs, 0) : 0;
  }

  /** Returns false while no call is permitted. The first call after the pause is a test; other calls wait as long again for its result. */
  tryCall(nowMs: number): boolean {
    if (this.waitMs(nowMs) > 0) return false;
    if (this.isOpen) this.openUntilMs = nowMs + this.openMs;
    return true;
  }

  testSoon(): void {
    this.openUntilMs = -Infinity;
  }

  succeed(): void {
    this.failures = 0;
  }

  /** Records a failed call. One that began before the breaker opened does not prolong the pause. */
  fail(beganAtMs: number, nowMs: number): void {
    this.failures += 1;
    if (!this.isOpen || beganAtMs < this.openedAtMs) return;
    this.openedAtMs = nowMs;
    this.openUntilMs = nowMs + this.openMs;
  }
}

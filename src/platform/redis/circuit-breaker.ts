/** Keeps callers from a dependency that has just failed several times in a row; after a pause one call tests it. */
export class CircuitBreaker {
  private failures = 0;
  private openUntilMs = -Infinity;
  private isTesting = false;

  constructor(
    private readonly failuresBeforeOpen: number,
    private readonly openMs: number,
  ) {}

  get isOpen(): boolean {
    return this.failures >= this.failuresBeforeOpen;
  }

  /** Claims a call, which has to be followed by `succeed` or `fail`. False while no call is permitted. */
  tryCall(nowMs: number): boolean {
    if (!this.isOpen) return true;
    if (this.isTesting || nowMs < this.openUntilMs) return false;
    this.isTesting = true;
    return true;
  }

  /** Permits a test at once, because the dependency may have come back. */
  testSoon(): void {
    this.openUntilMs = -Infinity;
  }

  succeed(): void {
    this.failures = 0;
    this.isTesting = false;
  }

  /** A call that began before the breaker opened may still fail afterwards, which prolongs nothing. */
  fail(nowMs: number): void {
    this.failures += 1;
    if (this.isTesting || this.failures === this.failuresBeforeOpen) this.openUntilMs = nowMs + this.openMs;
    this.isTesting = false;
  }
}

import { CircuitBreaker } from './circuit-breaker';

describe('a circuit breaker', () => {
  const failed = (times: number): CircuitBreaker => {
    const breaker = new CircuitBreaker(5, 1000);
    for (let n = 0; n < times; n += 1) breaker.fail(0, 0);
    return breaker;
  };

  it('opens at the fifth failure in a row and permits one call when its time is over', () => {
    expect(failed(4).tryCall(0)).toBe(true);
    const breaker = failed(5);
    expect([breaker.tryCall(999), breaker.tryCall(1000), breaker.tryCall(1000)]).toEqual([false, true, false]);
    breaker.fail(1000, 1100);
    expect([breaker.tryCall(2099), breaker.tryCall(2100)]).toEqual([false, true]);
    breaker.succeed();
    expect([breaker.tryCall(2101), breaker.tryCall(2101)]).toEqual([true, true]);
  });

  it('permits a test early when the dependency may have come back', () => {
    const breaker = failed(5);
    breaker.testSoon();
    expect([breaker.tryCall(1), breaker.tryCall(1)]).toEqual([true, false]);
  });

  it('stays open no longer for calls that fail after it has opened', () => {
    const breaker = failed(5);
    breaker.testSoon();
    breaker.fail(-1, 500);
    expect(breaker.waitMs(500)).toBe(0);
    expect(breaker.tryCall(1000)).toBe(true);
  });
});

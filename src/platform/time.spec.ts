import { withTimeout } from './time';

const never = new Promise<string>(() => undefined);

describe('a timeout', () => {
  it('rejects when the work has no result in time, whatever the work does later', async () => {
    let fail = (_: Error): void => undefined;
    const work = new Promise<string>((_, reject) => (fail = reject));
    await expect(withTimeout(10, work)).rejects.toThrow('There was no answer within 0.01 seconds.');
    fail(new Error('later'));
  });

  it('has the result that the caller names for it', async () => {
    expect(await withTimeout(1, never, () => 'late')).toBe('late');
  });

  it('passes on the result and the error of the work', async () => {
    expect(await withTimeout(60_000, Promise.resolve('early'))).toBe('early');
    await expect(withTimeout(60_000, Promise.reject(new Error('away')))).rejects.toThrow('away');
  });

  it('counts after what a busy process has not read yet', async () => {
    const atExpiry = jest.fn(() => 'late');
    let answer = (_: string): void => undefined;
    const timed = withTimeout(1, new Promise<string>((resolve) => (answer = resolve)), atExpiry);
    setTimeout(answer, 1, 'early'); // arrives in the same turn of the event loop as the timeout, after it
    for (const busyUntilMs = performance.now() + 10; performance.now() < busyUntilMs;);
    expect(await timed).toBe('early');
    expect(atExpiry).not.toHaveBeenCalled();
  });
});

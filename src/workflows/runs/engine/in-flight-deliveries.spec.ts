import { aNode } from '../../../../test/support/workflows';
import { InFlightDeliveries } from './in-flight-deliveries';

const DONE = { kind: 'succeeded', output: null } as const;
const never = new Promise<typeof DONE>(() => undefined);

describe('what is under way', () => {
  it('ends one by one, whichever is first', async () => {
    const sends = new InFlightDeliveries();
    let finish = (): void => undefined;
    sends.begin(aNode('slow', 'webhook'), new Promise((resolve) => (finish = () => resolve(DONE))));
    sends.begin(aNode('quick', 'webhook'), Promise.resolve(DONE));
    expect((await sends.next(Infinity))?.node.id).toBe('quick');
    expect(sends.count).toBe(1);
    finish();
    expect(await sends.next(Infinity)).toMatchObject({ node: { id: 'slow' }, end: DONE });
    expect(sends.count).toBe(0);
  });

  it.each([-1000, 0, 5])('is left alone when nothing has ended within %i ms', async (withinMs) => {
    const sends = new InFlightDeliveries();
    sends.begin(aNode('slow', 'webhook'), never);
    expect(await sends.next(withinMs)).toBeNull();
    expect(sends.count).toBe(1);
  });

  it('is waited for also when there is nothing to wait for but that in a year', async () => {
    const sends = new InFlightDeliveries();
    sends.begin(aNode('a', 'webhook'), new Promise((resolve) => setTimeout(() => resolve(DONE), 5)));
    expect(await sends.next(365 * 24 * 3600 * 1000)).toMatchObject({ end: DONE });
  });

  it('is slow when nothing of it has ended for a second', async () => {
    jest.useFakeTimers();
    const onSlow = jest.fn();
    const sends = new InFlightDeliveries(onSlow);
    let finish = (): void => undefined;
    sends.begin(aNode('a', 'webhook'), new Promise((resolve) => (finish = () => resolve(DONE))));
    const next = sends.next(Infinity);
    jest.advanceTimersByTime(999);
    expect(onSlow).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(onSlow).toHaveBeenCalledTimes(1);
    finish();
    await next;
    jest.useRealTimers();
  });

  it('may all end without anybody looking', async () => {
    const sends = new InFlightDeliveries();
    sends.begin(aNode('a', 'webhook'), Promise.resolve(DONE));
    await expect(sends.settled()).resolves.toBeUndefined();
  });
});

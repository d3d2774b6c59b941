import { aNode } from '../../../../test/support/workflows';
import type { EndedAttempt } from '../store/run.types';
import { InFlightDeliveries } from './run-executor';

const ended = (id: string): EndedAttempt => ({
  node: aNode(id, 'webhook'),
  outcome: { kind: 'delivered' },
  output: null,
  endedAt: new Date(0),
  httpStatus: null,
});
const never = new Promise<EndedAttempt>(() => undefined);

describe('deliveries in flight', () => {
  it('are returned one by one, the first to end first', async () => {
    const deliveries = new InFlightDeliveries();
    let finish = (): void => undefined;
    deliveries.add(aNode('slow', 'webhook'), new Promise((resolve) => (finish = () => resolve(ended('slow')))));
    deliveries.add(aNode('quick', 'webhook'), Promise.resolve(ended('quick')));
    expect((await deliveries.next(Infinity))?.node.id).toBe('quick');
    expect(deliveries.count).toBe(1);
    finish();
    expect(await deliveries.next(Infinity)).toEqual(ended('slow'));
    expect(deliveries.count).toBe(0);
  });

  it.each([-1000, 0, 5])('are kept when none has ended within %i ms', async (withinMs) => {
    const deliveries = new InFlightDeliveries();
    deliveries.add(aNode('slow', 'webhook'), never);
    expect(await deliveries.next(withinMs)).toBeNull();
    expect(deliveries.count).toBe(1);
  });

  it('are awaited also when the next step is due in a year', async () => {
    const deliveries = new InFlightDeliveries();
    deliveries.add(aNode('a', 'webhook'), new Promise((resolve) => setTimeout(() => resolve(ended('a')), 5)));
    expect(await deliveries.next(365 * 24 * 3600 * 1000)).toEqual(ended('a'));
  });

  it('may all end unobserved', async () => {
    const deliveries = new InFlightDeliveries();
    deliveries.add(aNode('a', 'webhook'), Promise.resolve(ended('a')));
    await expect(deliveries.settled()).resolves.toBeUndefined();
  });
});

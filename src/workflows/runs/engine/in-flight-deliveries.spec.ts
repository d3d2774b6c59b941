import { aNode } from '../../../../test/support/workflows';
import { InFlightDeliveries } from './in-flight-deliveries';

const DONE = { kind: 'succeeded', output: null } as const;
const never = new Promise<typeof DONE>(() => undefined);

describe('deliveries in flight', () => {
  it('are returned one by one, the first to end first', async () => {
    const deliveries = new InFlightDeliveries();
    let finish = (): void => undefined;
    deliveries.add(aNode('slow', 'webhook'), new Promise((resolve) => (finish = () => resolve(DONE))));
    deliveries.add(aNode('quick', 'webhook'), Promise.resolve(DONE));
    expect((await deliveries.next(Infinity))?.node.id).toBe('quick');
    expect(deliveries.count).toBe(1);
    finish();
    expect(await deliveries.next(Infinity)).toMatchObject({ node: { id: 'slow' }, outcome: DONE });
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
    deliveries.add(aNode('a', 'webhook'), new Promise((resolve) => setTimeout(() => resolve(DONE), 5)));
    expect(await deliveries.next(365 * 24 * 3600 * 1000)).toMatchObject({ outcome: DONE });
  });

  it('may all end unobserved', async () => {
    const deliveries = new InFlightDeliveries();
    deliveries.add(aNode('a', 'webhook'), Promise.resolve(DONE));
    await expect(deliveries.settled()).resolves.toBeUndefined();
  });
});

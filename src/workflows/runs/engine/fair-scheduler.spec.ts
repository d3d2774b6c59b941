import { FairScheduler } from './fair-scheduler';

let nowMs = 0;
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => nowMs));
afterEach(() => jest.restoreAllMocks());

/** Work that takes longer than a time slice. */
const work = (): void => void (nowMs += 6);

describe('slices of work', () => {
  it('leave the event loop to others after some milliseconds', async () => {
    const scheduler = new FairScheduler();
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    for (let node = 0; node < 10; node += 1) {
      await scheduler.nextSlice();
      work();
    }
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('go to the callers one after the other, so that one with much work delays the others by one slice each', async () => {
    const scheduler = new FairScheduler();
    const order: string[] = [];
    const execute = async (name: string, nodes: number) => {
      for (let node = 0; node < nodes; node += 1) {
        await scheduler.nextSlice();
        order.push(name);
        work();
      }
    };
    await Promise.all([execute('heavy', 4), execute('light', 1), execute('other', 2)]);
    expect(order).toEqual(['heavy', 'light', 'other', 'heavy', 'other', 'heavy', 'heavy']);
  });

  it('are shared by light work', async () => {
    const scheduler = new FairScheduler();
    await scheduler.nextSlice();
    const turn = new Promise<'event loop'>((resolve) => setImmediate(() => resolve('event loop')));
    expect(await Promise.race([scheduler.nextSlice().then(() => 'slice'), turn])).toBe('slice');
  });
});

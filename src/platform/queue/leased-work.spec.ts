import { Logger } from '@nestjs/common';
import { aGate } from '../../../test/support/receiver';
import { LeasedWork, LeasedWorkProcessor, type ClaimedWork } from './leased-work';

beforeAll(() => Logger.overrideLogger(false));

/** Work whose items end when the test says so, of a worker with two slots. */
class Letters extends LeasedWork {
  readonly limits: number[] = [];
  readonly ends = new Map<string, () => void>();
  hasOrphan = false;

  constructor(
    private readonly due: string[],
    readonly wake = jest.fn(() => Promise.resolve()),
  ) {
    super({ wake }, { slots: 2, logName: 'Letters', failure: 'A letter failed.' });
  }

  protected hasOrphans(): Promise<boolean> {
    return Promise.resolve(this.hasOrphan);
  }

  protected claim(limit: number): Promise<ClaimedWork> {
    this.limits.push(limit);
    const claimed = this.due.splice(0, limit);
    return Promise.resolve({ items: claimed.map((letter) => this.itemOf(letter)), hasMore: claimed.length === limit });
  }

  private itemOf(letter: string) {
    const gate = aGate();
    const fail = () => Promise.reject(new Error(letter));
    this.ends.set(letter, () => gate.open());
    return { labels: { letter }, execute: () => (letter === 'bad' ? fail() : gate.opened.then(() => undefined)) };
  }
}

class LettersProcessor extends LeasedWorkProcessor {
  constructor(work: Letters) {
    const outage = { retryThroughOutage: (each: () => Promise<void>) => each(), stop: () => undefined };
    super(work, { close: () => Promise.resolve() } as never, outage as never);
  }
}

const hasEnded = (work: Promise<void>): Promise<boolean> => Promise.race([work.then(() => true), turns().then(() => false)]);

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
};

it('is claimed for as many slots as are free, and the next wake-up waits for one', async () => {
  const work = new Letters(['a', 'b', 'c']);
  const dispatched = work.dispatch();
  await turns();
  expect(work.limits).toEqual([2]);
  work.ends.get('a')!();
  await turns();
  expect(work.limits).toEqual([2, 1]);
  work.ends.get('b')!();
  await dispatched;
  expect(work.limits).toEqual([2, 1, 1]);
});

it('wakes another worker once when there is more than this one could claim', async () => {
  const work = new Letters(['bad', 'bad', 'bad', 'bad', 'bad']);
  await work.dispatch();
  expect(work.wake).toHaveBeenCalledTimes(1);
  const little = new Letters(['bad']);
  await little.dispatch();
  expect(little.wake).not.toHaveBeenCalled();
});

it('is executed to its end before the worker has stopped, and no more is claimed', async () => {
  const work = new Letters(['a', 'b', 'c']);
  const dispatched = work.dispatch();
  await turns();
  const processor = new LettersProcessor(work);
  processor.onModuleDestroy();
  const stopped = processor.beforeApplicationShutdown();
  await dispatched;
  expect([work.limits, await hasEnded(stopped)]).toEqual([[2], false]);
  work.ends.forEach((end) => end());
  await stopped;
});

it('is woken for by the sweeper only when something is due that no worker holds', async () => {
  const work = new Letters([]);
  expect([await work.sweep(), work.wake.mock.calls]).toEqual([false, []]);
  work.hasOrphan = true;
  expect(await work.sweep()).toBe(false);
  expect(work.wake).toHaveBeenCalledTimes(1);
});

import { depthOf, openQueue, QUEUE_SERVERS, type QueueServer } from '../../../../test/support/job-queues';
import { atEnd } from '../../../../test/support/at-end';
import { aGate } from '../../../../test/support/receiver';
import { waitUntil } from '../../../../test/support/wait-until';
import { ResilientWorker } from '../../../platform/queue/resilient-worker';
import { RunQueue } from './run-queue';

const MANY = Array.from({ length: 100 });

describe.each(QUEUE_SERVERS)('wake-ups $title', ({ isAvailable, start }) => {
  const guarantee = isAvailable ? it : it.skip;
  let server: QueueServer;
  beforeAll(async () => {
    if (isAvailable) server = await start();
  });

  guarantee('share jobs, however many are asked for', async () => {
    const jobs = await openQueue(server.connection);
    const queue = new RunQueue(jobs);
    const startedAt = performance.now();
    await Promise.all(MANY.map(() => queue.wake()));
    for (let index = 0; index < 20; index += 1) await queue.wake();
    const { waiting, ...others } = await depthOf(jobs);
    expect(others).toEqual({ active: 0, delayed: 0 });
    expect(waiting).toBeGreaterThanOrEqual(1);
    expect(waiting).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 1000); // one more after each pause of a second
  });

  guarantee('that are delayed share the jobs of a tenth of a second', async () => {
    const jobs = await openQueue(server.connection);
    const queue = new RunQueue(jobs);
    await Promise.all(MANY.map((_, index) => queue.wake(60_000 + index)));
    const { delayed } = await depthOf(jobs);
    expect(delayed).toBeGreaterThanOrEqual(1);
    expect(delayed).toBeLessThan(30);
  });

  guarantee('are not lost while the job of an earlier one is in progress', async () => {
    const jobs = await openQueue(server.connection);
    const queue = new RunQueue(jobs);
    const gate = aGate();
    let begun = 0;
    const work = async () => {
      begun += 1;
      await gate.opened;
    };
    const { connection, prefix } = jobs.opts;
    const worker = new ResilientWorker(jobs.name, work, { connection, prefix });
    atEnd(() => worker.close());
    await queue.wake();
    await waitUntil(() => begun === 1);
    await queue.wake();
    expect(await depthOf(jobs)).toEqual({ active: 1, delayed: 0, waiting: 1 });
    gate.open();
    await waitUntil(() => begun === 2);
  });
});

import { Logger } from '@nestjs/common';
import { waitUntil } from '../../../test/support/wait-until';
import { aJob, depthOf, killWorkerWithJob, openQueue, QUEUE_SERVERS, startQueueWorker } from '../../../test/support/job-queues';
import type { QueueServer } from '../../../test/support/job-queues';
import { aGate } from '../../../test/support/receiver';
import type { ResilientQueue } from './resilient-queue';
import type { ResilientWorker, ResilientWorkerOptions } from './resilient-worker';

beforeAll(() => Logger.overrideLogger(false));

for (const { title, isAvailable, start } of QUEUE_SERVERS) {
  (isAvailable ? describe : describe.skip)(`a queue ${title}`, () => {
    let server: QueueServer;
    let queue: ResilientQueue;
    let workers: Pick<ResilientWorker, 'close'>[];
    let done: string[];

    beforeAll(async () => {
      server = await start();
    });

    afterAll(() => server.stop());

    beforeEach(async () => {
      queue = await openQueue(server.connection, { answerTimeoutMs: 30_000 });
      workers = [];
      done = [];
    });

    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await queue.close();
    });

    const work = (handler: (key: string) => unknown, options: Partial<ResilientWorkerOptions> = {}) => {
      const worker = startQueueWorker(queue, handler, { concurrency: 5, ...options });
      workers.push(worker);
      return worker;
    };

    const record = (key: string) => done.push(key);

    const isEmpty = async () => Object.values(await depthOf(queue)).every((count) => count === 0);

    it.each([1, 17, 1_203])('does each of %i jobs that were added together once', async (count) => {
      const keys = Array.from({ length: count }, (_, index) => `r${index}`);
      work(record, { concurrency: 20 });
      await queue.addBulk(keys.map((key) => aJob(key)));
      await waitUntil(async () => done.length >= count && (await isEmpty()));
      expect(done.toSorted()).toEqual(keys.toSorted());
    });

    it('does a job once that is added again while it waits, alone or among others', async () => {
      const many = Array.from({ length: 30 }, (_, index) => aJob(`r${index}`));
      await queue.addBulk([aJob('r0')]);
      await queue.addBulk([aJob('r0')]);
      await queue.addBulk([...many, ...many]);
      expect(await depthOf(queue)).toEqual({ waiting: 30, delayed: 0, active: 0 });
      work(record);
      await waitUntil(isEmpty);
      expect(done).toHaveLength(30);
    });

    it('does nothing about a job that is added again while it runs', async () => {
      const gate = aGate();
      work((key) => record(key) && gate.opened);
      await queue.addBulk([aJob('r1')]);
      await waitUntil(() => done.length === 1);
      await queue.addBulk([aJob('r1')]);
      await queue.addBulk([aJob('r1', { jobId: 'another-one' })]);
      await waitUntil(() => done.length === 2);
      gate.open();
      await waitUntil(isEmpty);
      expect(done).toEqual(['r1', 'r1']);
    });

    it('does a job again that is added after it has ended', async () => {
      work(record);
      for (const times of [1, 2, 3]) {
        await queue.addBulk([aJob('r1')]);
        await waitUntil(async () => done.length === times && (await isEmpty()));
      }
    });

    it('starts a job not before it is due, and others meanwhile', async () => {
      const startedAt = new Map<string, number>();
      work((key) => startedAt.set(key, Date.now()));
      const addedAt = Date.now();
      await queue.addBulk([aJob('later', { delay: 400 }), aJob('now')]);
      await waitUntil(() => startedAt.size === 2);
      expect([...startedAt.keys()]).toEqual(['now', 'later']);
      expect(startedAt.get('later')).toBeGreaterThanOrEqual(addedAt + 400);
    });

    it('does as many jobs at a time as it may, and no more', async () => {
      const gate = aGate();
      let running = 0;
      let most = 0;
      const watched = async (key: string) => {
        most = Math.max(most, ++running);
        await gate.opened;
        running--;
        record(key);
      };
      await queue.addBulk(Array.from({ length: 12 }, (_, index) => aJob(`r${index}`)));
      work(watched, { concurrency: 4 });
      await waitUntil(() => running === 4);
      expect(await depthOf(queue)).toEqual({ waiting: 8, delayed: 0, active: 4 });
      gate.open();
      await waitUntil(() => done.length === 12);
      expect(most).toBe(4);
    });

    it('goes on after a job that failed, does not repeat it, and takes its id again', async () => {
      const failOnce = (key: string) => {
        record(key);
        if (done.length === 1) throw new Error('this one fails');
      };
      work(failOnce, { concurrency: 1 });
      await queue.addBulk([aJob('bad'), aJob('good')]);
      await waitUntil(async () => done.length === 2 && (await isEmpty()));
      await queue.addBulk([aJob('bad')]);
      await waitUntil(isEmpty);
      expect(done).toEqual(['bad', 'good', 'bad']);
    });

    it('refuses ids that BullMQ would take for its own', async () => {
      await expect(queue.addBulk([aJob('r1', { jobId: '42' })])).rejects.toThrow('Custom Id cannot be integers');
      await expect(queue.addBulk([aJob('r1', { jobId: 'job-1:2' })])).rejects.toThrow('Custom Id cannot contain :');
    });

    it('keeps queues with different names apart', async () => {
      const other = await openQueue(server.connection, { answerTimeoutMs: 30_000 });
      await other.addBulk([aJob('r1')]);
      expect(await isEmpty()).toBe(true);
      await other.close();
    });

    it('closes a worker after its running jobs, and leaves the waiting ones', async () => {
      const gate = aGate();
      const worker = work((key) => gate.opened.then(() => record(key)), { concurrency: 2 });
      await queue.addBulk([aJob('r1'), aJob('r2'), aJob('r3')]);
      await waitUntil(async () => (await depthOf(queue)).active === 2);
      let isClosed = false;
      const closing = worker.close().then(() => (isClosed = true));
      await expect(Promise.race([closing, depthOf(queue)])).resolves.toMatchObject({ active: 2 });
      expect(isClosed).toBe(false);
      gate.open();
      await closing;
      expect(done.toSorted()).toEqual(['r1', 'r2']);
      expect(await depthOf(queue)).toEqual({ waiting: 1, delayed: 0, active: 0 });
    });

    it('leaves a job that outlasts the close timeout of a worker to another worker', async () => {
      const gate = aGate();
      const worker = work(() => gate.opened, { closeTimeoutMs: 50, ...SHORT });
      await queue.addBulk([aJob('r1')]);
      await waitUntil(async () => (await depthOf(queue)).active === 1);
      await worker.close();
      work(record, SHORT);
      await waitUntil(async () => done.length === 1 && (await isEmpty()));
      gate.open();
    });

    it('gives the job of a killed worker to another one', async () => {
      await queue.addBulk([aJob('r1')]);
      expect(await killWorkerWithJob(queue, { concurrency: 1, ...SHORT })).toBe('r1');
      expect(await depthOf(queue)).toEqual({ waiting: 0, delayed: 0, active: 1 });
      work(record, SHORT);
      await waitUntil(async () => done.length === 1 && (await isEmpty()));
    });
  });
}

const SHORT = { lockDuration: 1_000, stalledInterval: 200 };

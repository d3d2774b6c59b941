import { Logger } from '@nestjs/common';
import { aJob, handlersOf, killWorkerWithJob, ownQueue, QUEUE_SERVERS } from '../../../test/support/job-queues';
import type { QueueServer } from '../../../test/support/job-queues';
import { until } from '../../embedded-postgres/embedded-postgres.fixture';
import { openJobQueue } from './bullmq-queue';
import type { QueueAddress } from './bullmq-queue';
import type { Consumer, JobQueue, WorkOptions } from './job-queue';

beforeAll(() => Logger.overrideLogger(false));

for (const { title, isAtHand, start } of QUEUE_SERVERS) {
  (isAtHand ? describe : describe.skip)(`a queue ${title}`, () => {
    let server: QueueServer;
    let address: QueueAddress;
    let queue: JobQueue;
    let consumers: Consumer[];
    let done: string[];

    beforeAll(async () => {
      server = await start();
    });

    afterAll(() => server.stop());

    beforeEach(async () => {
      address = ownQueue(server.address);
      queue = await openJobQueue(address);
      consumers = [];
      done = [];
    });

    afterEach(async () => {
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await queue.close();
    });

    const work = (handler: (runId: string) => unknown, options: Partial<WorkOptions> = {}) => {
      const consumer = queue.work(handlersOf(handler), { concurrency: 5, ...options });
      consumers.push(consumer);
      return consumer;
    };

    const takeNote = (runId: string) => done.push(runId);

    const isEmpty = async () => Object.values((await queue.depth()).runs).every((count) => count === 0);

    it.each([1, 17, 1_203])('does each of %i jobs that were added together once', async (count) => {
      const runIds = Array.from({ length: count }, (_, index) => `r${index}`);
      work(takeNote, { concurrency: 20 });
      await queue.add(runIds.map((runId) => aJob(runId)));
      await until(async () => done.length >= count && (await isEmpty()));
      expect(done.toSorted()).toEqual(runIds.toSorted());
    });

    it('does a job once that is added again while it waits, alone or among others', async () => {
      const many = Array.from({ length: 30 }, (_, index) => aJob(`r${index}`));
      await queue.add([aJob('r0')]);
      await queue.add([aJob('r0')]);
      await queue.add([...many, ...many]);
      expect(await queue.depth()).toEqual({ runs: { waiting: 30, delayed: 0, active: 0 } });
      work(takeNote);
      await until(isEmpty);
      expect(done).toHaveLength(30);
    });

    it('does nothing about a job that is added again while it runs', async () => {
      const gate = aGate();
      work((runId) => takeNote(runId) && gate.opened);
      await queue.add([aJob('r1')]);
      await until(() => done.length === 1);
      await queue.add([aJob('r1')]);
      await queue.add([aJob('r1', { id: 'another-one' })]);
      await until(() => done.length === 2);
      gate.open();
      await until(isEmpty);
      expect(done).toEqual(['r1', 'r1']);
    });

    it('does a job again that is added after it has ended', async () => {
      work(takeNote);
      for (const times of [1, 2, 3]) {
        await queue.add([aJob('r1')]);
        await until(async () => done.length === times && (await isEmpty()));
      }
    });

    it('starts a job not before it is due, and others meanwhile', async () => {
      const startedAt = new Map<string, number>();
      work((runId) => startedAt.set(runId, Date.now()));
      const addedAt = Date.now();
      await queue.add([aJob('later', { dueInMs: 400 }), aJob('now')]);
      await until(() => startedAt.size === 2);
      expect([...startedAt.keys()]).toEqual(['now', 'later']);
      expect(startedAt.get('later')).toBeGreaterThanOrEqual(addedAt + 400);
      expect(startedAt.get('later')).toBeLessThan(addedAt + 4_500);
    });

    it('does as many jobs at a time as it may, and no more', async () => {
      const gate = aGate();
      let running = 0;
      let most = 0;
      const watched = async (runId: string) => {
        most = Math.max(most, ++running);
        await gate.opened;
        running--;
        takeNote(runId);
      };
      await queue.add(Array.from({ length: 12 }, (_, index) => aJob(`r${index}`)));
      work(watched, { concurrency: 4 });
      await until(() => running === 4);
      expect(await queue.depth()).toEqual({ runs: { waiting: 8, delayed: 0, active: 4 } });
      gate.open();
      await until(() => done.length === 12);
      expect(most).toBe(4);
    });

    it('goes on after a job that failed, does not repeat it, and takes its id again', async () => {
      const failOnce = (runId: string) => {
        takeNote(runId);
        if (done.length === 1) throw new Error('this one fails');
      };
      work(failOnce, { concurrency: 1 });
      await queue.add([aJob('bad'), aJob('good')]);
      await until(async () => done.length === 2 && (await isEmpty()));
      await queue.add([aJob('bad')]);
      await until(isEmpty);
      expect(done).toEqual(['bad', 'good', 'bad']);
    });

    it('refuses ids that BullMQ would take for its own', async () => {
      await expect(queue.add([aJob('r1', { id: '42' as 'a-b' })])).rejects.toThrow('Custom Id cannot be integers');
      await expect(queue.add([aJob('r1', { id: 'run-1:2' })])).rejects.toThrow('Custom Id cannot contain :');
    });

    it('keeps queues with different suffixes apart', async () => {
      const other = await openJobQueue(ownQueue(server.address));
      await other.add([aJob('r1')]);
      expect(await isEmpty()).toBe(true);
      await other.close();
    });

    it('closes a worker after its running jobs, and leaves the waiting ones', async () => {
      const gate = aGate();
      const consumer = work((runId) => gate.opened.then(() => takeNote(runId)), { concurrency: 2 });
      await queue.add([aJob('r1'), aJob('r2'), aJob('r3')]);
      await until(async () => (await queue.depth()).runs.active === 2);
      let isClosed = false;
      const closing = consumer.close().then(() => (isClosed = true));
      await expect(Promise.race([closing, queue.depth()])).resolves.toMatchObject({ runs: { active: 2 } });
      expect(isClosed).toBe(false);
      gate.open();
      await closing;
      expect(done.toSorted()).toEqual(['r1', 'r2']);
      expect(await queue.depth()).toEqual({ runs: { waiting: 1, delayed: 0, active: 0 } });
    });

    it('leaves a job that outlasts the patience of a closing worker to another worker', async () => {
      const gate = aGate();
      const consumer = work(() => gate.opened, { closeWithinMs: 50, ...SHORT });
      await queue.add([aJob('r1')]);
      await until(async () => (await queue.depth()).runs.active === 1);
      await consumer.close();
      work(takeNote, SHORT);
      await until(async () => done.length === 1 && (await isEmpty()));
      gate.open();
    });

    it('gives the job of a killed worker to another one', async () => {
      await queue.add([aJob('r1')]);
      expect(await killWorkerWithJob(address, { concurrency: 1, ...SHORT })).toBe('r1');
      expect(await queue.depth()).toEqual({ runs: { waiting: 0, delayed: 0, active: 1 } });
      work(takeNote, SHORT);
      await until(async () => done.length === 1 && (await isEmpty()));
    });
  });
}

const SHORT = { lockMs: 1_000, rescueEveryMs: 200 };

function aGate(): { open: () => void; opened: Promise<void> } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
}

import { BullRegistrar, getQueueToken, Processor, WorkerHost } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Job } from 'bullmq';
import { waitUntil } from '../../../test/support/wait-until';
import { aJob, depthOf, startPostgresQueues } from '../../../test/support/job-queues';
import { ask } from '../../embedded-postgres/embedded-postgres.fixture';
import { QueueModule } from './queue.module';
import { ResilientQueue } from './resilient-queue';
import { ResilientWorker } from './resilient-worker';

beforeAll(() => Logger.overrideLogger(false));

const NAME = 'letters';

@Processor(NAME)
class LetterProcessor extends WorkerHost {
  readonly done: string[] = [];

  async process({ data }: Job<{ key: string }>): Promise<void> {
    this.done.push(data.key);
  }
}

@Module({ imports: [QueueModule.registerQueue({ name: NAME })], providers: [LetterProcessor] })
class LettersModule {}

let databaseUrl: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ databaseUrl, stop } = await startPostgresQueues());
});
afterAll(() => stop());

function start(): Promise<INestApplicationContext> {
  @Module({ imports: [QueueModule.forRoot({ config: { redisUrl: null }, databaseUrl }), LettersModule] })
  class AppModule {}
  return NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
}

describe('an application with a queue', () => {
  it('processes no job before its processors are registered, and all from then on', async () => {
    const app = await start();
    const queue = app.get<ResilientQueue>(getQueueToken(NAME));
    const processor = app.get(LetterProcessor);
    await queue.addBulk([aJob('a'), aJob('b')]);
    expect(await depthOf(queue)).toEqual({ waiting: 2, delayed: 0, active: 0 });
    expect(() => processor.worker).toThrow('has not yet been initialized');
    app.get(BullRegistrar).register();
    await waitUntil(() => processor.done.length === 2);
    expect([queue, processor.worker]).toEqual([expect.any(ResilientQueue), expect.any(ResilientWorker)]);
    await app.close();
  });

  it('leaves no connection behind when it is closed', async () => {
    const app = await start();
    app.get(BullRegistrar).register();
    await app.get(LetterProcessor).worker.waitUntilReady();
    await app.close();
    await waitUntil(async () => (await connectionsTo(databaseUrl)) === 0);
  });

  it('does not start without the tables of the queue', async () => {
    await ask(databaseUrl, 'drop schema bullmq cascade');
    await expect(start()).rejects.toThrow('bullmq');
  });
});

async function connectionsTo(url: string): Promise<number> {
  const [row] = await ask(
    url,
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend'`,
  );
  return (row as { count: number }).count;
}

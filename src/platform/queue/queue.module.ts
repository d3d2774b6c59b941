import { BullModule, getQueueOptionsToken, getQueueToken, type RegisterQueueOptions } from '@nestjs/bullmq';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '../config/config';
import { connectionTo } from '../database/primary';
import { ResilientQueue, type ResilientQueueOptions } from './resilient-queue';
import { ResilientWorker } from './resilient-worker';

/** `@nestjs/bullmq` reads this class from a static member when a queue is registered. */
BullModule.workerClass = ResilientWorker;

interface QueueOptions {
  config: Pick<Config, 'redisUrl'>;
  databaseUrl: string;
}

/** BullMQ for NestJS, with the queue and the worker classes of this folder. */
@Module({})
export class QueueModule {
  /** Without Redis, the queues are in the database. With null, as in commands, they do nothing, and workers find due work by themselves. */
  static forRoot(options: QueueOptions | null): DynamicModule {
    return BullModule.forRoot({
      connection: options ? connectionOf(options) : NOWHERE,
      // Workers are opened only by `QueueWorkers.open`, so that a process that only adds jobs has none.
      extraOptions: { manualRegistration: true },
    });
  }

  /** Registers a `ResilientQueue` in place of the queue of `BullModule`. */
  static registerQueue(options: RegisterQueueOptions & { name: string }): DynamicModule {
    const { providers = [], ...queueModule } = BullModule.registerQueue(options);
    const queue = { provide: getQueueToken(options.name), useFactory: openQueue, inject: [getQueueOptionsToken(options.name)] };
    return { ...queueModule, providers: [...providers, queue], exports: [queue] };
  }
}

const connectionOf = ({ config: { redisUrl }, databaseUrl }: QueueOptions) => (redisUrl ? { url: redisUrl } : connectionTo(databaseUrl));

type OpenedQueue = Pick<ResilientQueue, 'addBulk' | 'getWaitingCount'>;

/** Connects while Nest creates the application, since the load of the start could later make the first query time out. */
async function openQueue({ name, ...options }: ResilientQueueOptions & { name: string }): Promise<OpenedQueue> {
  if (options.connection === NOWHERE) return NO_QUEUE;
  const queue = new ResilientQueue(name, options);
  await queue.connect();
  return Object.assign(queue, { onApplicationShutdown: () => queue.close() });
}

const NOWHERE = {};

const NO_QUEUE: OpenedQueue = {
  addBulk: () => Promise.resolve([]),
  getWaitingCount: () => Promise.resolve(0),
};

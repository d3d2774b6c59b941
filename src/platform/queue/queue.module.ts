import { BullModule, getQueueToken } from '@nestjs/bullmq';
import type { RegisterQueueOptions } from '@nestjs/bullmq';
import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { Config } from '../config/config';
import { connectionTo } from '../database/primary';
import type { QueueConnection } from './queue-backend';
import { ResilientQueue } from './resilient-queue';
import { ResilientWorker } from './resilient-worker';

/** `@nestjs/bullmq` takes these classes from static members when a queue is registered. */
BullModule.queueClass = ResilientQueue;
BullModule.workerClass = ResilientWorker;

interface QueueOptions {
  config: Pick<Config, 'redisUrl'>;
  databaseUrl: string;
}

/** BullMQ for NestJS, with the queue and the worker of this folder. */
@Module({})
export class QueueModule {
  /** Without Redis the queues are in the database. */
  static forRoot({ config: { redisUrl }, databaseUrl }: QueueOptions): DynamicModule {
    const connection: QueueConnection = redisUrl ? { url: redisUrl } : connectionTo(databaseUrl);
    return BullModule.forRoot({
      connection,
      // A process that only adds jobs opens no worker: those that process them call `QueueWorkers.open`.
      extraOptions: { manualRegistration: true },
    });
  }

  /**
   * The second provider waits for the connection while Nest creates the application. In `onModuleInit` the first query could time out
   * behind the synchronous work of the start.
   */
  static registerQueue(options: RegisterQueueOptions & { name: string }): DynamicModule {
    const { providers = [], ...queueModule } = BullModule.registerQueue(options);
    const token = getQueueToken(options.name);
    const connected = {
      provide: `${token}_CONNECTED`,
      useFactory: (queue: ResilientQueue) => queue.connect(),
      inject: [token],
    };
    return { ...queueModule, providers: [...providers, connected] };
  }
}

import { BullModule } from '@nestjs/bullmq';
import type { RegisterQueueOptions } from '@nestjs/bullmq';
import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { QueueConnection } from './queue-backend';
import { ResilientQueue } from './resilient-queue';
import { ResilientWorker } from './resilient-worker';

/** `@nestjs/bullmq` takes these classes from static members when a queue is registered. */
BullModule.queueClass = ResilientQueue;
BullModule.workerClass = ResilientWorker;

/** BullMQ for NestJS, with the queue and the worker of this folder. */
@Module({})
export class QueueModule {
  /** @param redisUrl null for queues in the database */
  static forRoot({ redisUrl, databaseUrl }: { redisUrl: string | null; databaseUrl: string }): DynamicModule {
    const connection: QueueConnection = redisUrl ? { url: redisUrl } : { connectionString: databaseUrl };
    return BullModule.forRoot({
      connection,
      // A process that only adds jobs opens no worker: `BullRegistrar.register` is called by those that process them.
      extraOptions: { manualRegistration: true },
    });
  }

  static registerQueue(options: RegisterQueueOptions & { name: string }): DynamicModule {
    return BullModule.registerQueue(options);
  }
}

// Express is imported first and by `require`, since OpenTelemetry does not instrument an Express that Nest's ES modules import.
import express from 'express';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { ApiStart } from './api-start';
import { ApiModule } from '../api.module';
import { HttpServer } from '../api/http/server';
import { serveDocument } from '../api/openapi/serve-document';
import type { Config } from '../platform/config/config';
import type { ProcessRole } from '../platform/database/service-processes';
import { FrameworkLog } from '../platform/log/log';
import { openResources, type ProcessResources } from './resources';
import { WorkerStart } from './worker-start';
import { WorkerModule } from '../worker.module';

export interface Service {
  stop(): Promise<void>;
}

/**
 * Starts a process of the service: one that serves the API, a worker that executes runs, or both in one process. It opens the resources,
 * creates the application with its modules, and opens the port or the queues (`ApiStart`, `WorkerStart`). When a step fails, everything
 * that earlier steps have opened is closed.
 *
 * `app.close` calls the hooks that end the process; each is in the class that owns what ends. `onModuleDestroy` accepts no more work: the
 * HTTP server finishes its requests, then processors and periodic tasks begin nothing more. `beforeApplicationShutdown` waits for the work
 * in progress. `onApplicationShutdown` closes the connections, the one to the database last.
 */
export async function startService(role: ProcessRole, config: Config): Promise<Service> {
  const resources = await openResources(config, role);
  let app: INestApplicationContext | undefined;
  const stop = async (): Promise<void> => {
    try {
      await app?.close();
    } finally {
      await resources.release();
    }
  };
  try {
    if (role === 'worker') {
      app = await createWorker(resources);
      await app.get(WorkerStart).open();
    } else {
      const api = (app = await createApi(resources));
      await api.get(ApiStart).open(api, resources);
    }
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createApi({ options, log }: ProcessResources): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(options), new ExpressAdapter(express()), {
    bodyParser: false,
    logger: new FrameworkLog(log),
    abortOnError: false,
  });
  app.get(HttpServer).configure(log);
  serveDocument(app, options.config.baseUrl);
  return app;
}

const createWorker = ({ options, log }: ProcessResources): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(WorkerModule.forRoot(options), { logger: new FrameworkLog(log), abortOnError: false });

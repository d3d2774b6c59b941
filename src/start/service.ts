// The first import: loaded by `require` it is seen by OpenTelemetry, which would miss it where Nest's ES modules import it.
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
 * Starts a process of the service: one that serves the API, a worker that executes runs, or both in one process. Its resources are opened
 * first, then the application with its modules, then the port or the queues (`ApiStart`, `WorkerStart`). What has been opened is closed when a later step fails.
 *
 * `app.close` calls the hooks that end the process, each one in the class that owns what ends. `onModuleDestroy` accepts no more work:
 * the HTTP server answers its last request, then processors and periodic tasks begin nothing more. `beforeApplicationShutdown` waits for
 * the work in progress. `onApplicationShutdown` closes the connections, that to the database as the last one.
 */
export async function startService(role: ProcessRole, config: Config): Promise<Service> {
  const resources = await openResources(config, role);
  try {
    const app = await (role === 'worker' ? openWorker(resources) : openApi(resources));
    return {
      stop: async () => {
        await app.close();
        await resources.release();
      },
    };
  } catch (error) {
    await resources.release();
    throw error;
  }
}

async function openApi(resources: ProcessResources): Promise<INestApplicationContext> {
  const { options, log } = resources;
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(options), new ExpressAdapter(express()), {
    bodyParser: false,
    logger: new FrameworkLog(log),
    abortOnError: false,
  });
  app.get(HttpServer).configure(log);
  serveDocument(app, options.config.baseUrl);
  return openedOrClosed(app, () => app.get(ApiStart).open(app, resources));
}

async function openWorker({ options, log }: ProcessResources): Promise<INestApplicationContext> {
  const logger = new FrameworkLog(log);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(options), { logger, abortOnError: false });
  return openedOrClosed(app, () => app.get(WorkerStart).open());
}

async function openedOrClosed<App extends INestApplicationContext>(app: App, open: () => Promise<void>): Promise<App> {
  try {
    await open();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

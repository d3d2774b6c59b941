import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { ApiModule } from './api.module';
import { makeSecret } from './api/auth/secret-format.rules';
import { apiPeriodicTasks, workerPeriodicTasks } from './periodic-tasks';
import { printStartupBanner, printBootstrapKey } from './startup-banner';
import { BootstrapKeyService } from './keys/bootstrap-key.service';
import { ConfigError } from './platform/config/config';
import type { Config } from './platform/config/config';
import { listenErrorOf } from './platform/config/listen-errors.rules';
import { Database } from './platform/database/database';
import { connectedApiProcesses } from './platform/database/service-processes';
import type { ProcessRole } from './platform/database/service-processes';
import { retryUntilAvailable } from './platform/database/startup-retry';
import { serveDocument } from './api/openapi/serve-document';
import { FixedPrototypeExpressAdapter } from './api/http/fixed-prototype-express.adapter';
import { configureHttp } from './api/http/server';
import { stopServing } from './api/http/stop-serving';
import { Readiness } from './platform/lifecycle/readiness';
import { PeriodicTasks } from './platform/lifecycle/periodic-tasks';
import { FrameworkLog } from './platform/log/log';
import { QueueWorkers } from './platform/queue/queue-workers';
import { Metrics } from './platform/metrics/metrics';
import { MetricsServer } from './platform/metrics/metrics-server';
import type { ProcessResources } from './process-resources';
import { openResources } from './process-resources';
import { NotificationProcessor } from './notifications/notification.processor';
import { WorkerModule } from './worker.module';
import { WorkflowRunProcessor } from './workflows/runs/engine/workflow-run.processor';

/** A running service. */
export interface Service {
  stop(): Promise<void>;
}

/** Serves the API. Workers execute the runs. */
export const startApi = (config: Config): Promise<Service> =>
  withResources(config, 'api', (resources) => openApi(config, resources, false));

/** Serves the API and executes runs in one process. */
export const startStandalone = (config: Config): Promise<Service> =>
  withResources(config, 'standalone', (resources) => openApi(config, resources, true));

/** Executes runs. */
export const startWorker = (config: Config): Promise<Service> =>
  withResources(config, 'worker', async ({ options, log, release }) => {
    const logger = new FrameworkLog(log);
    const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(options), {
      logger,
      abortOnError: false,
    });
    app.get(PeriodicTasks).start(workerPeriodicTasks(app));
    const server = await serveMetrics(app, config, log);
    app.get(QueueWorkers).open();
    log.info('The worker is ready.');
    return {
      stop: () =>
        close(app, async () => {
          await server?.close();
          await release();
        }),
    };
  });

/** The server of a worker for its metrics, if a port is set for it. */
async function serveMetrics(
  app: INestApplicationContext,
  { metricsPort, metricsToken, host }: Config,
  log: Logger,
): Promise<MetricsServer | null> {
  if (metricsPort === null) return null;
  const server = new MetricsServer(app.get(Metrics), metricsToken);
  try {
    const port = await server.listen(metricsPort, host);
    log.info({ port }, 'The worker serves its metrics.');
    return server;
  } catch (error) {
    await close(app, () => Promise.resolve());
    throw asConfigError(error, 'METRICS_PORT');
  }
}

/** Opens the resources of a service, and releases them when it cannot start. */
async function withResources(
  config: Config,
  role: ProcessRole,
  start: (resources: ProcessResources) => Promise<Service>,
): Promise<Service> {
  const resources = await openResources(config, role);
  try {
    return await start(resources);
  } catch (error) {
    await resources.release();
    throw error;
  }
}

/** Listens last, so that every request that arrives is served. */
async function openApi(config: Config, resources: ProcessResources, isWorker: boolean): Promise<Service> {
  const { options, log } = resources;
  const adapter = new FixedPrototypeExpressAdapter();
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(options), adapter, {
    bodyParser: false,
    logger: new FrameworkLog(log),
    abortOnError: false,
  });
  configureHttp(app, config, log);
  serveDocument(app, config.baseUrl);
  await ensureBootstrapKey(app, resources);
  app.get(PeriodicTasks).start([...apiPeriodicTasks(app), ...(isWorker ? workerPeriodicTasks(app) : [])]);
  if (isWorker) app.get(QueueWorkers).open();
  await listen(app, config);
  printStartupBanner(config, resources.isEmbedded);
  await warnOfSeparateLimits(app, resources);
  return { stop: () => stopApi(app, config, resources) };
}

/** A new key is printed before anything else can fail, since only its digest is stored. */
async function ensureBootstrapKey(app: INestApplicationContext, { options, log }: ProcessResources): Promise<void> {
  const { bootstrapApiKey } = options.config;
  const key = bootstrapApiKey ?? makeSecret('fck').text;
  const isBootstrapKey = await retryUntilAvailable(
    () => app.get(BootstrapKeyService).ensure(key),
    (line) => log.warn(line),
  );
  if (isBootstrapKey && !bootstrapApiKey) printBootstrapKey(options.config, key);
}

/** Without Redis nothing else tells that limits are not those of a single process. */
async function warnOfSeparateLimits(app: INestApplicationContext, { options, log }: ProcessResources): Promise<void> {
  if (options.config.redisUrl) return;
  try {
    const names = await connectedApiProcesses((sql, parameters) => app.get(Database).query(sql, parameters));
    const others = names.filter((name) => name !== options.processName).length;
    if (others > 0) log.warn({ other_processes: others }, SEPARATE_LIMITS);
  } catch (error) {
    log.warn({ err: error }, 'It is not known whether other processes use this database.');
  }
}

const SEPARATE_LIMITS =
  'Other processes serve the API on this database, and each counts rate limits for itself. Set REDIS_URL for all of them to share the limits.';

/** Shuts down what has been started when the port cannot be opened. Throws a `ConfigError` where a setting is the reason. */
async function listen(app: NestExpressApplication, { port, host }: Config): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    await close(app, () => Promise.resolve());
    throw asConfigError(error, 'PORT');
  }
}

function asConfigError(error: unknown, setting: 'PORT' | 'METRICS_PORT'): unknown {
  const settingError = listenErrorOf(error as NodeJS.ErrnoException, setting);
  return settingError ? new ConfigError([settingError]) : error;
}

/**
 * Reports itself as not ready, waits until load balancers have noticed, and finishes the open requests before it closes anything else. Kept
 * connections stay open meanwhile: a proxy that had to open new ones might have one of them in the backlog of the listener when that closes.
 */
async function stopApi(app: NestExpressApplication, config: Config, { release }: ProcessResources): Promise<void> {
  app.get(Readiness).isDraining = true;
  await pause(config.shutdownDelaySeconds * 1000);
  app.get(Readiness).isClosing = true;
  await stopServing(app.getHttpServer());
  await close(app, release);
}

/** Nest closes the queue with the application. The database is closed last, since everything else uses it. */
async function close(app: INestApplicationContext, release: () => Promise<void>): Promise<void> {
  await Promise.all([
    app.get(WorkflowRunProcessor).stop(),
    app.get(NotificationProcessor).stop(),
    app.get(PeriodicTasks).stop(),
  ]);
  await app.close();
  await app.get(Database).close();
  await release();
}

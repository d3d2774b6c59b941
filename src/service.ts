import { setTimeout as pause } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { ApiModule } from './api.module';
import { choresOf } from './chores';
import { FirstKey } from './keys/first-key';
import { appSecretOf } from './platform/config/app-secret';
import type { Config } from './platform/config/config';
import { Database } from './platform/database/database';
import { migrate } from './platform/database/migrate';
import { openDatabase } from './platform/database/open-database';
import type { OpenDatabase } from './platform/database/open-database';
import { serveDocument } from './platform/http/api-document';
import { configureHttp } from './platform/http/server';
import { Readiness } from './platform/lifecycle/readiness';
import { Upkeep } from './platform/lifecycle/upkeep';
import { createLog, FrameworkLog } from './platform/observability/log';
import { greet } from './greeting';

/** A running service. */
export interface Service {
  stop(): Promise<void>;
}

/** Starts the HTTP side: its database first, the port last, so that whoever reaches it is served. */
export async function startService(config: Config): Promise<Service> {
  const log = createLog(config);
  const database = await openDatabase(config, (line) => log.info(line));
  try {
    if (config.migrateOnStart) await migrate(database.url);
    const app = await createApp(config, database, log);
    const firstKey = await app.get(FirstKey).ensure(config.bootstrapApiKey);
    app.get(Upkeep).start(choresOf(app));
    await app.listen(config.port, config.host);
    greet(config, database.isEmbedded, firstKey);
    return { stop: () => stopService(app, database, config) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function createApp(config: Config, database: OpenDatabase, log: Logger): Promise<NestExpressApplication> {
  const surroundings = { config, databaseUrl: database.url, appSecret: await appSecretOf(config) };
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.in(surroundings), {
    bodyParser: false,
    logger: new FrameworkLog(log),
    abortOnError: false,
  });
  configureHttp(app, config, log);
  serveDocument(app);
  return app;
}

/** First says that it is leaving, then finishes what it has begun, and lets go of the database last. */
async function stopService(app: NestExpressApplication, database: OpenDatabase, config: Config): Promise<void> {
  app.get(Readiness).isDraining = true;
  await pause(config.shutdownDelaySeconds * 1000);
  const server = app.getHttpServer();
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await app.get(Upkeep).stop();
  await app.close();
  clearTimeout(cutOff);
  await app.get(Database).close();
  await database.close();
}

const DRAIN_MS = 25_000;

import { once } from 'node:events';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from './platform/config/config';
import { ConfigError } from './platform/config/config';
import { listenErrorOf } from './platform/config/listen-errors.rules';

/** Opens the port. Nest's own `listen` would log the error as well, above the explanation that the operator gets. */
export async function listen(app: NestExpressApplication, { port, host }: Config): Promise<void> {
  await app.init();
  const server = app.getHttpServer().listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening').catch((error: unknown) => {
    throw asConfigError(error, 'PORT');
  });
}

/**
 * Connections that the kernel keeps until the process accepts them, which it does one by one. For those that find no room, it answers nothing,
 * and clients try again after 1, 3 and 7 s. Linux takes `net.core.somaxconn` where that is less.
 */
const BACKLOG = 4_096;

/** A `ConfigError` where a setting is the reason that a port cannot be opened. */
export function asConfigError(error: unknown, setting: 'PORT' | 'WORKER_METRICS_PORT'): unknown {
  const settingError = listenErrorOf(error as NodeJS.ErrnoException, setting);
  return settingError ? new ConfigError([settingError]) : error;
}

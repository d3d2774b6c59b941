import { once } from 'node:events';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Config, ConfigError, type SettingError } from '../platform/config/config';
import type { SettingName } from '../platform/config/settings';

/** Opens the port. Nest's own `listen` would log the error as well, above the explanation that the operator gets. */
export async function listen(app: NestExpressApplication, { port, host }: Config): Promise<void> {
  await app.init();
  const server = app.getHttpServer().listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening').catch((error: unknown) => {
    throw asConfigError(error, 'PORT');
  });
}

/**
 * The number of connections that the kernel keeps until the process accepts them; on Linux at most `net.core.somaxconn`. A client that
 * finds this queue full gets no answer, and tries again after 1, 3 and 7 s.
 */
const BACKLOG = 4_096;

/** The `ConfigError` of the setting that keeps a port from being opened; any other error is returned unchanged. */
export function asConfigError(error: unknown, setting: 'PORT' | 'WORKER_METRICS_PORT'): unknown {
  const settingError = listenErrorOf(error as NodeJS.ErrnoException, setting);
  return settingError ? new ConfigError([settingError]) : error;
}

/** The setting to change when a server cannot listen; null for an error that no setting can fix. */
export function listenErrorOf(
  { code, port }: NodeJS.ErrnoException & { port?: number },
  setting: SettingName = 'PORT',
): SettingError | null {
  if (code === 'EADDRINUSE') return { setting, message: `Port ${port} is in use by another program. Set it to a free one.` };
  if (code === 'EACCES') return { setting, message: 'This user may not listen on that port. Set it to 1024 or above.' };
  return ADDRESS_ERRORS.includes(code ?? '') ? { setting: 'HOST', message: ADDRESS_REMEDY } : null;
}

const ADDRESS_ERRORS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENODATA', 'ENOTFOUND'];
const ADDRESS_REMEDY = 'It is not an address of this machine. Set it to one, such as 127.0.0.1, or to 0.0.0.0 for all.';

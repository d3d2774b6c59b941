import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError, readSetting, type SettingError } from '../../platform/config/config';
import { listenErrorOf } from '../../start/listen';
import { misspeltNames } from '../../platform/config/setting-names';
import { loadServiceConfig } from '../../start/settings';
import { failed, ok, warning, type Finding } from './finding.rules';

/** Checks that the service can start with these settings, and that the name of no variable is misspelt. */
export async function checkSettings(env: NodeJS.ProcessEnv): Promise<Finding> {
  const hostError = await listenErrorAt(readSetting(env, 'HOST') ?? '127.0.0.1');
  const errors = [...settingErrors(env), hostError].filter((error) => error !== null);
  if (errors.length > 0)
    return failed(
      `${namesOf(errors.map(({ setting }) => setting))} cannot be used.`,
      errors.map(({ setting, message }) => `${setting}: ${message}`).join('\n'),
    );
  const misspelt = misspeltNames(env);
  if (misspelt.length === 0) return ok('All settings are valid.');
  return warning(
    `No settings, and without effect: ${namesOf(misspelt.map(({ name }) => name))}.`,
    misspelt.map(({ name, nearest }) => `${name}: Did you mean ${nearest}?`).join('\n'),
  );
}

const namesOf = (names: string[]): string => [...new Set(names)].join(', ');

/** Listens for a moment at the host, on a free port, since a running service may be using the configured one. */
async function listenErrorAt(host: string): Promise<SettingError | null> {
  const server = createServer().listen({ host, port: 0 });
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    return listenErrorOf(error as NodeJS.ErrnoException);
  } finally {
    server.close();
  }
}

function settingErrors(env: NodeJS.ProcessEnv): SettingError[] {
  try {
    loadServiceConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

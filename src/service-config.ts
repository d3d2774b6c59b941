import { bootstrapKeyError } from './keys/bootstrap-key.rules';
import type { Config } from './platform/config/config';
import { loadConfig, readSetting } from './platform/config/config';

/** The settings of a service. Throws a `ConfigError` with every error, that of `BOOTSTRAP_API_KEY` included, whose format belongs to the keys. */
export function loadServiceConfig(env: NodeJS.ProcessEnv): Config {
  const error = bootstrapKeyError(readSetting(env, 'BOOTSTRAP_API_KEY') ?? null);
  return loadConfig(env, error ? [error] : []);
}

import { type Config, loadConfig, readSetting, type SettingError } from './platform/config/config';
import { parseSecret } from './api/auth/secret-format.rules';

/**
 * The settings of a service. Throws a `ConfigError` with every error, that of `BOOTSTRAP_API_KEY` included, whose
 * format belongs to the keys.
 */
export function loadServiceConfig(env: NodeJS.ProcessEnv): Config {
  const error = bootstrapKeyError(readSetting(env, 'BOOTSTRAP_API_KEY') ?? null);
  return loadConfig(env, error ? [error] : []);
}

/**
 * The error of the setting `BOOTSTRAP_API_KEY`; null when it is absent or a well-formed key. It is checked at every start, even when no
 * key has to be created any more, since an operator who has set it relies on it.
 */
export const bootstrapKeyError = (text: string | null): SettingError | null =>
  text === null || parseSecret('fck', text) ? null : { setting: 'BOOTSTRAP_API_KEY', message: REMEDY };

const REMEDY = 'Set it to a well-formed API key; "npm run cli -- keys generate" makes one.';

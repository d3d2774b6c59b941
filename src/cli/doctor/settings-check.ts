import { bootstrapKeyError } from '../../keys/bootstrap-key.rules';
import { ConfigError, loadConfig, readSetting } from '../../platform/config/config';
import type { SettingError } from '../../platform/config/config';
import { failed, ok } from './finding.rules';
import type { Finding } from './finding.rules';

/** Checks that the service can start with these settings. */
export function checkSettings(env: NodeJS.ProcessEnv): Finding {
  const bootstrapError = bootstrapKeyError(readSetting(env, 'BOOTSTRAP_API_KEY') ?? null);
  const errors = [...configErrors(env), ...(bootstrapError ? [bootstrapError] : [])];
  if (errors.length === 0) return ok('All settings are valid.');
  const names = [...new Set(errors.map(({ setting }) => setting))];
  return failed(
    `${names.join(', ')} cannot be used.`,
    errors.map(({ setting, message }) => `${setting}: ${message}`).join('\n'),
  );
}

function configErrors(env: NodeJS.ProcessEnv): SettingError[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

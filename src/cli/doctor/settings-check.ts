import { ConfigError } from '../../platform/config/config';
import type { SettingError } from '../../platform/config/config';
import { loadServiceConfig } from '../../service-config';
import { failed, ok } from './finding.rules';
import type { Finding } from './finding.rules';

/** Checks that the service can start with these settings. */
export function checkSettings(env: NodeJS.ProcessEnv): Finding {
  const errors = settingErrors(env);
  if (errors.length === 0) return ok('All settings are valid.');
  const names = [...new Set(errors.map(({ setting }) => setting))];
  return failed(
    `${names.join(', ')} cannot be used.`,
    errors.map(({ setting, message }) => `${setting}: ${message}`).join('\n'),
  );
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

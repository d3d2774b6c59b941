import { bootstrapKeyFault } from '../../keys/first-key.rules';
import { ConfigError, loadConfig, readSetting } from '../../platform/config/config';
import type { Fault } from '../../platform/errors/fault.types';
import { failed, ok } from './finding.rules';
import type { Finding } from './finding.rules';

/** Whether the service could start with these settings. */
export function checkSettings(env: NodeJS.ProcessEnv): Finding {
  const bootstrapFault = bootstrapKeyFault(readSetting(env, 'BOOTSTRAP_API_KEY') ?? null);
  const faults = [...configFaults(env), ...(bootstrapFault ? [bootstrapFault] : [])];
  if (faults.length === 0) return ok('All can be used.');
  const names = [...new Set(faults.map(({ path }) => path))];
  return failed(
    `${names.join(', ')} cannot be used.`,
    faults.map(({ path, message }) => `${path}: ${message}`).join('\n'),
  );
}

function configFaults(env: NodeJS.ProcessEnv): Fault[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

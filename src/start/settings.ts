import { type Config, loadConfig, readSetting, type SettingError } from '../platform/config/config';
import { parseSecret } from '../api/auth/secret-format.rules';
import { isLoopbackHost } from '../platform/ip.rules';
import { bareHostOf } from '../platform/text/text.rules';

/** Throws a `ConfigError` with every error, including those that `loadConfig` cannot know. */
export function loadServiceConfig(env: NodeJS.ProcessEnv): Config {
  const errors = [
    bootstrapKeyError(readSetting(env, 'BOOTSTRAP_API_KEY') ?? null),
    appSecretError(readSetting(env, 'APP_SECRET'), readSetting(env, 'BASE_URL')),
  ];
  return loadConfig(
    env,
    errors.filter((error) => error !== null),
  );
}

/** The error for the trial secret of docker-compose.yml when `BASE_URL` is not an address of this machine; else null. */
export function appSecretError(secret: string | null | undefined, baseUrl: string | null | undefined): SettingError | null {
  if (secret !== COMPOSED_SECRET || !baseUrl) return null;
  const host = bareHostOf(new URL(baseUrl));
  if (isLoopbackHost(host)) return null;
  return {
    setting: 'APP_SECRET',
    message: `${SECRET_REMEDY} The one of docker-compose.yml is for trials at localhost only, not for ${host}.`,
  };
}

export const COMPOSED_SECRET = 'local-use-only-local-use-only-local-use-only';
const SECRET_REMEDY = 'Set it to a secret that nobody knows, such as the output of "openssl rand -hex 32".';

/** The error of `BOOTSTRAP_API_KEY`; null when it is absent or well-formed. Every start checks it, not only the first, which uses it. */
export const bootstrapKeyError = (text: string | null): SettingError | null =>
  text === null || parseSecret('fck', text) ? null : { setting: 'BOOTSTRAP_API_KEY', message: REMEDY };

const REMEDY = 'Set it to a well-formed API key; "npm run cli -- keys generate" makes one.';

import { existsSync } from 'node:fs';
import { loadConfig } from './config';
import type { Config } from './config';

/** The settings of this process. Throws a `ConfigError`. */
export const configOfThisProcess = (): Config => loadConfig(environmentOfThisProcess());

/** The environment of this process and, for variables that it does not set, the `.env` file of the working directory. */
export function environmentOfThisProcess(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

import { existsSync } from 'node:fs';
import { loadConfig } from './config';
import type { Config } from './config';

/** The settings of this process. Throws a `ConfigError`. */
export const configOfThisProcess = (): Config => loadConfig(environmentOfThisProcess());

/**
 * The environment of this process, completed by a `.env` file in the working directory. A variable that is already set wins
 * over the file.
 */
export function environmentOfThisProcess(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

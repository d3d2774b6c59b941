import { existsSync } from 'node:fs';
import { loadConfig } from './config';
import type { Config } from './config';

/**
 * The settings of this process: its environment, completed by a `.env` file in the working directory. A variable that is
 * already set wins over the file. Throws a `ConfigError`.
 */
export function configOfThisProcess(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return loadConfig(process.env);
}

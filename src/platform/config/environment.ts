import { existsSync } from 'node:fs';

/** The environment of this process and, for variables that it does not set, the `.env` file of the working directory. */
export function environmentOfThisProcess(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

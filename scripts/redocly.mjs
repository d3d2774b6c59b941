import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** Redocly sends nothing and asks for no newer version of itself in this environment. */
export const REDOCLY_ENVIRONMENT = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs Redocly in the root of the project, and returns its status and its output. */
export const redocly = (...words) =>
  spawnSync(process.execPath, [PROGRAM, ...words], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...REDOCLY_ENVIRONMENT },
  });

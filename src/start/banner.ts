import type { Config } from '../platform/config/config';

/** The processes that execute runs: this one, others that are connected to the database, or none yet. */
export type RunWorkers = 'here' | 'elsewhere' | 'none';

const WORKFLOW_RUNS: Record<Exclude<RunWorkers, 'here'>, string> = {
  elsewhere: 'executed by workers',
  none: 'wait for a worker: npm run start:worker',
};

const OWN_LIMITS = 'of this process alone, without REDIS_URL';

export interface StartupFacts {
  isEmbedded: boolean;
  workers: RunWorkers;
  /** A link to the console; null to print the command that makes one. */
  consoleLink: string | null;
}

/** Prints the links that a newcomer needs, and only those settings that differ from what most people expect. */
export function printStartupBanner(config: Config, { isEmbedded, workers, consoleLink }: StartupFacts): void {
  printToStderr([
    `  The form collection service is ready at ${config.baseUrl}`,
    '',
    ...consoleLines(config, consoleLink),
    '    A form to try           npm run cli -- demo',
    `    API in the browser      ${config.baseUrl}/docs`,
    `    API description         ${config.baseUrl}/openapi.json`,
    `    Database                ${isEmbedded ? `embedded, kept in ${config.dataDir}` : 'as set in DATABASE_URL'}`,
    ...(workers === 'here' ? [] : [`    Workflow runs           ${WORKFLOW_RUNS[workers]}`]),
    ...(isEmbedded ? [] : [`    Rate limits             ${config.redisUrl ? 'shared through Redis' : OWN_LIMITS}`]),
  ]);
}

function consoleLines({ console }: Config, link: string | null): string[] {
  if (console === 'off') return [];
  if (link === null) return ['    Your console            npm run --silent cli -- console   prints a link to it'];
  return [`    Your console            ${link}`, '                            signs in once, within ten minutes', ''];
}

/** Prints the key of the first start, which is stored as a digest and cannot be shown again. */
export function printBootstrapKey({ baseUrl }: Config, key: string): void {
  printToStderr([
    '  Your API key, shown only this once:',
    '',
    `    ${key}`,
    '',
    `    curl ${baseUrl}/v1/capabilities -H "Authorization: Bearer ${key}"`,
  ]);
}

export function printStopping(): void {
  printToStderr(['  Stopping. Requests and runs in progress are finished first, which can take a minute.']);
}

export function printStopped(): void {
  printToStderr(['  Stopped.']);
}

/** False when standard output or standard error is a file, a pipe or the log of a supervisor. */
export const isOnTerminal = (): boolean => Boolean(process.stdout.isTTY && process.stderr.isTTY);

/** Standard output is reserved for the log. */
function printToStderr(lines: string[]): void {
  process.stderr.write(`\n${lines.join('\n')}\n`);
}

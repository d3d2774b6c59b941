import type { Config } from './platform/config/config';

/** Prints the first links for a newcomer. */
export function printStartupBanner(config: Config, isEmbedded: boolean): void {
  printToStderr([
    `  The form collection service is ready at ${config.baseUrl}`,
    '',
    '    A form to try           npm run cli -- demo',
    `    API in the browser      ${config.baseUrl}/docs`,
    `    API description         ${config.baseUrl}/openapi.json`,
    `    Database                ${isEmbedded ? `embedded, kept in ${config.dataDir}` : 'as set in DATABASE_URL'}`,
    `    Rate limits             ${config.redisUrl ? 'shared through Redis' : 'of this process alone, without REDIS_URL'}`,
  ]);
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

/** Standard output is reserved for the log. */
function printToStderr(lines: string[]): void {
  process.stderr.write(`\n${lines.join('\n')}\n\n`);
}

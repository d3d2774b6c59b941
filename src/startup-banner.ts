import type { Config } from './platform/config/config';

/** Tells a person what to do next. Standard error, since standard output has the log. */
export function printStartupBanner(config: Config, isEmbedded: boolean): void {
  tell([
    `  The form collection service is ready at ${config.baseUrl}`,
    '',
    `    Try it in the browser   ${config.baseUrl}/docs`,
    `    API description         ${config.baseUrl}/openapi.json`,
    `    Database                ${isEmbedded ? `embedded, kept in ${config.dataDir}` : 'as set in DATABASE_URL'}`,
  ]);
}

/** Shows a key that nobody can show again. */
export function printBootstrapKey({ baseUrl }: Config, key: string): void {
  tell([
    '  Your API key, shown only this once:',
    '',
    `    ${key}`,
    '',
    `    curl ${baseUrl}/v1/capabilities -H "Authorization: Bearer ${key}"`,
  ]);
}

function tell(lines: string[]): void {
  process.stderr.write(`\n${lines.join('\n')}\n\n`);
}

import type { Config } from './platform/config/config';

/** Tells a person what to do next. Standard error, since standard output has the log. */
export function greet(config: Config, isEmbedded: boolean, firstKey: string | null): void {
  const lines = [
    '',
    `  The form collection service is ready at ${config.baseUrl}`,
    '',
    `    Try it in the browser   ${config.baseUrl}/docs`,
    `    API description         ${config.baseUrl}/openapi.json`,
    `    Database                ${isEmbedded ? `embedded, kept in ${config.dataDir}` : 'as set in DATABASE_URL'}`,
    ...(firstKey && !config.bootstrapApiKey ? keyLines(config, firstKey) : []),
    '',
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}

const keyLines = ({ baseUrl }: Config, key: string): string[] => [
  '',
  '  Your API key, shown only this once:',
  '',
  `    ${key}`,
  '',
  `    curl ${baseUrl}/v1/capabilities -H "Authorization: Bearer ${key}"`,
];

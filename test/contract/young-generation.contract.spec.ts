import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OPTION = '--max-semi-space-size=8';
const textOf = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');

it.each(['start', 'start:api', 'start:worker'])('npm run %s bounds the young generation', (name) => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  expect(scripts[name]).toContain(`node ${OPTION} `);
});

it.each(['Dockerfile', 'deploy/form-collection-api.service', 'deploy/form-collection-worker.service', 'lab/support/service-settings.mjs'])(
  '%s bounds it as well',
  (path) => {
    expect(textOf(path)).toMatch(new RegExp(`NODE_OPTIONS(=|: ')${OPTION}`));
  },
);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const YOUNG = '--max-semi-space-size=8';
const textOf = (path: string): string => readFileSync(join(__dirname, '../..', path), 'utf8');

it.each(['start', 'start:api', 'start:worker'])('npm run %s bounds the young generation and the heaps of the C library', (name) => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  expect(scripts[name]).toContain(`MALLOC_ARENA_MAX=2 exec node ${YOUNG} `);
});

it.each(['Dockerfile', 'deploy/form-collection-api.service', 'deploy/form-collection-worker.service', 'lab/support/service-settings.mjs'])(
  '%s bounds them as well',
  (path) => {
    expect(textOf(path)).toMatch(new RegExp(`NODE_OPTIONS(=|: ')${YOUNG}`));
    expect(textOf(path)).toMatch(/MALLOC_ARENA_MAX(=|: ')2/);
  },
);

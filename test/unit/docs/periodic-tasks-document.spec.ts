import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');

it('docs/observability.md has every periodic task, with its processes and its interval', () => {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.spec)\.ts$/.test(path));
  const tasks = sources.flatMap((path) =>
    [
      ...readFileSync(join(ROOT, 'src', path), 'utf8').matchAll(
        /@PeriodicTask\(\{ name: '([^']+)', processes: '(\w+)', everySeconds: (\w+)/g,
      ),
    ].map(([, name, processes, every]) => [name, processes, every === 'HOURLY' ? '1 h' : `${every} s`]),
  );
  const [, section] = readFileSync(join(ROOT, 'docs/observability.md'), 'utf8').split('## Periodic tasks');
  const rows = [...section!.matchAll(/^\| ([a-z][^|]*?) +\| (api|worker|all) +\| (\d+ \w+) +\|/gm)].map((row) => row.slice(1));
  expect(rows.sort()).toEqual(tasks.sort());
});

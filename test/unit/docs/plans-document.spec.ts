import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const COLUMNS = ['forms_max', 'keys_max', 'form_submissions_per_month', 'stored_bytes_max', 'points_per_month', 'test_runs_max'];
const LIMITS = ['read_per_minute', 'write_per_minute', 'destructive_per_minute', 'aggregate_per_minute'];

it('docs/deployment.md has the limits of each plan that the migrations make', () => {
  const migrations = readdirSync(join(ROOT, 'src/migrations')).map((file) => readFileSync(join(ROOT, 'src/migrations', file), 'utf8'));
  const [, columns, rows] = /create table plans \(([\s\S]*?)^\);[\s\S]*?insert into plans values([\s\S]*?);/m.exec(migrations.join('\n'))!;
  const names = [...columns!.matchAll(/^ {2}(\w+) (?:text|integer|bigint)/gm)].map(([, name]) => name!);
  const plans = [...rows!.matchAll(/\(([^)]*)\)/g)].map(([, row]): Record<string, string> => {
    const values = row!.split(', ').map((value) => value.replaceAll("'", ''));
    const limits = Object.fromEntries(names.map((name, index) => [name, values[index]!]));
    return { ...limits, stored_bytes_max: inWords(limits['stored_bytes_max']!) };
  });
  const [, section] = readFileSync(join(ROOT, 'docs/deployment.md'), 'utf8').split('## Accounts, plans and keys');
  const documented = [...section!.matchAll(/^\| `(\w+)` +\| (.*) \|$/gm)].map(([, name, cells]) => [name, ...cells!.split('|').map(plain)]);
  expect(documented).toEqual(
    plans.map((plan) => [plan['name'], ...COLUMNS.map((column) => limitOf(plan[column]!)), LIMITS.map((limit) => plan[limit]).join('/')]),
  );
});

/** The table has blanks in large numbers. */
const plain = (cell: string): string => cell.replaceAll(' ', '');

const inWords = (bytes: string): string => {
  const gib = Number(bytes) / 1024 ** 3;
  return bytes === 'null' ? bytes : gib < 1024 ? `${gib}GiB` : `${gib / 1024}TiB`;
};

const limitOf = (value: string): string => (value === 'null' ? 'any' : value);

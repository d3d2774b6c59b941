import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const textOf = (path: string): string => readFileSync(join(__dirname, '../../..', path), 'utf8');
const DOCUMENT = textOf('docs/database.md');

/** The columns of each table. */
const TABLES = new Map(
  [...textOf('test/db/schema.sql').matchAll(/^create table (\w+) \(\n([^]*?)^\)/gm)].map(([, table, columns]) => [
    table!,
    [...columns!.matchAll(/^ {2}(?!constraint )(\w+)/gm)].map(([, column]) => column!),
  ]),
);

const section = (heading: string): string => DOCUMENT.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;

/** The names in the first column of the first table of a section. */
const rowsOf = (heading: string): string[] =>
  [...section(heading).matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));

it('the diagram, or the text below it, contains every table', () => {
  expect([...TABLES.keys()].filter((table) => !new RegExp(`\\b${table}\\b`).test(section('Tables')))).toEqual([]);
});

it('the diagram contains only columns that exist', () => {
  const drawn = [...section('Tables').matchAll(/^ {2}(\w+) \{\n([^]*?)^ {2}\}/gm)].flatMap(([, table, columns]) =>
    [...columns!.matchAll(/^ +[\w[\]]+ (\w+)/gm)].map(([, column]) => ({ table: table!, column: column! })),
  );
  expect(drawn.length).toBeGreaterThan(100);
  expect(drawn.filter(({ table, column }) => !TABLES.get(table)?.includes(column))).toEqual([]);
});

it('the table of writers has each table once', () => {
  expect(rowsOf('Writers').sort()).toEqual([...TABLES.keys()].sort());
});

it('the table of retention contains only tables that exist', () => {
  expect(rowsOf('Retention').filter((name) => !TABLES.has(name))).toEqual([]);
});

import { Client } from 'pg';
import { functionsOfBuild } from '../../src/platform/database/functions';
import type { DatabaseFunction } from '../../src/platform/database/functions';
import { migrate, migrationStateOf } from '../../src/platform/database/migrations';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { atEnd } from '../support/at-end';
import { anEnabledForm, aSubmission } from '../support/forms';

const FUNCTIONS = functionsOfBuild();
const nameOf = ({ name }: { name: string }) => name;

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  atEnd(() => client.end());
});

describe('the functions and types of the database', () => {
  it('have a file of their name in src each, and no other file is there', async () => {
    const { rows } = await client.query<{ name: string }>(NAMES);
    expect(FUNCTIONS.map(nameOf).sort()).toEqual(rows.map(nameOf));
  });

  const NAMES = `
    select proname as name from pg_proc p
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    union select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'c'
    order by 1`;

  it.each(FUNCTIONS.map(({ name, sql }) => [name, sql]))('%s begins in its file with what it does and who calls it', (name, sql) => {
    expect(sql).toMatch(new RegExp(`^(-- .+\\n)+(create or replace function ${name}\\(|do \\$\\$ begin\\n  create type ${name} as \\()`));
    if (sql.includes('create or replace function')) expect(sql).toMatch(/\bcalls? it\b/);
  });

  it.each(FUNCTIONS.map(({ name, sql }, index) => [name, sql, index] as const))(
    '%s is applied after those that it uses',
    (name, sql, index) => {
      const code = sql.replace(/--.*/g, '');
      const used = FUNCTIONS.filter((other) => other.name !== name && new RegExp(`\\b${other.name}\\b`).test(code));
      for (const other of used) expect(FUNCTIONS.indexOf(other)).toBeLessThan(index);
    },
  );
});

describe('a process of the build before', () => {
  /** Stores submissions a year later, so that a submission tells which text has stored it. */
  const later = (texts: DatabaseFunction[]): DatabaseFunction[] =>
    texts.map(({ name, sql }) => ({
      name,
      sql:
        name === 'accept_submissions'
          ? sql.replace(`received_at := date_trunc('milliseconds', clock_timestamp())`, `$& + interval '1 year'`)
          : sql,
    }));

  it('goes on storing submissions when a later build has replaced a function, and puts nothing back when it starts again', async () => {
    const form = await anEnabledForm(app.api);
    const yearOf = async () => {
      const id = await aSubmission(app.api, form);
      const { body } = await app.api.get<{ received_at: string }>(`/v1/forms/${form.id}/submissions/${id}`);
      return new Date(body.data.received_at).getUTCFullYear();
    };
    const year = await yearOf();
    expect(await migrate(app.databaseUrl, undefined, later(FUNCTIONS))).toEqual(['accept_submissions']);
    expect(await yearOf()).toBe(year + 1);
    expect((await migrationStateOf(app.databaseUrl)).pending).toEqual([]);
    expect(await migrate(app.databaseUrl)).toEqual([]);
    expect(await yearOf()).toBe(year + 1);
  });
});

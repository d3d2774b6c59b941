import type { DataSource } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { ENTITIES } from '../../src/entities';
import { createDataSource } from '../../src/platform/database/data-source';
import type { TestDatabase } from '../support/database';
import { cloneDatabase } from '../support/database';

interface Column {
  name: string;
  type: string;
  /** The digits of the seconds of a time; null for all that there are. */
  precision: number | null;
  nullable: boolean;
  isFilledIn: boolean;
  isKey: boolean;
}

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await cloneDatabase();
  source = await createDataSource({ url: database.url, poolSize: 1 }, ENTITIES).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const columnsOf = (table: string): Promise<Column[]> => source.query<Column[]>(COLUMNS, [table]);

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, null) as type,
    case when a.atttypid = 'timestamptz'::regtype then nullif(a.atttypmod, -1) end as precision, not a.attnotnull as nullable,
    (a.atthasdef or a.attidentity <> '') as "isFilledIn",
    exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as "isKey"
  from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`;

const TYPES: Record<string, string> = { timestamptz: 'timestamp with time zone' };

const expected = ({ databaseName, type, precision, isArray, isNullable, isPrimary }: ColumnMetadata) => ({
  name: databaseName,
  type: `${TYPES[String(type)] ?? String(type)}${isArray ? '[]' : ''}`,
  precision: precision ?? null,
  nullable: isNullable,
  isKey: isPrimary,
});

describe('the migrated schema', () => {
  it.each(ENTITIES.map((entity) => [entity.name, entity] as const))(
    'has every column of %s, with its type and nullability',
    async (_, entity) => {
      const { tableName, columns } = source.getMetadata(entity);
      const found = await columnsOf(tableName);
      for (const column of columns.filter(({ isVirtualProperty }) => !isVirtualProperty)) {
        const same = found.find(({ name }) => name === column.databaseName);
        expect({ table: tableName, ...same }).toMatchObject({ table: tableName, ...expected(column) });
      }
    },
  );

  it.each(ENTITIES.map((entity) => [entity.name, entity] as const))(
    'has a default for every column that %s does not have',
    async (_, entity) => {
      const { tableName, columns } = source.getMetadata(entity);
      const known = new Set(columns.map(({ databaseName }) => databaseName));
      const unknown = (await columnsOf(tableName)).filter(({ name }) => !known.has(name));
      expect(unknown.filter(({ nullable, isFilledIn }) => !nullable && !isFilledIn)).toEqual([]);
    },
  );

  it('stores every timestamp with its zone, and those in responses with millisecond precision', async () => {
    const odd = await source.query(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and table_name not in ('migrations', 'applied_functions') and data_type like 'timestamp%'
          and (data_type <> 'timestamp with time zone' or datetime_precision <> 3 and column_name <> 'due_at')`,
    );
    expect(odd).toEqual([]);
  });

  it('has an index for every foreign key, so that deletes scan no table', async () => {
    const bare = await source.query(
      `select conrelid::regclass::text as "table", conname as name from pg_constraint c
        where contype = 'f' and confrelid <> 'plans'::regclass and not exists (
          select from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0] = c.conkey[1])`,
    );
    expect(bare).toEqual([]);
  });
});

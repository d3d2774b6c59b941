import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { atEnd } from '../support/at-end';
import { cloneDatabase } from '../support/database';
import { schemaText } from '../support/schema-text';

const FILE = join(__dirname, 'schema.sql');
const HEAD = '-- Written by npm run generate\n\n';

it('test/db/schema.sql is the schema of a new database ("npm run generate" writes it)', async () => {
  const database = await cloneDatabase();
  atEnd(() => database.drop());
  const client = new Client({ connectionString: database.url });
  await client.connect();
  atEnd(() => client.end());
  const schema = HEAD + (await schemaText(client));
  if (process.env.WRITE_SCHEMA) writeFileSync(FILE, schema);
  expect(readFileSync(FILE, 'utf8')).toBe(schema);
});

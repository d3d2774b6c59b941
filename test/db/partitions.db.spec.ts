import { Client } from 'pg';
import { atEnd } from '../support/at-end';
import { cloneDatabase } from '../support/database';
import { seedRows } from './seed-rows';

let client: Client;
beforeAll(async () => {
  const database = await cloneDatabase();
  atEnd(() => database.drop());
  client = new Client({ connectionString: database.url });
  await client.connect();
  atEnd(() => client.end());
  await seedRows(client);
});

describe('partitions by form', () => {
  it.each(['submissions', 'submission_idempotency_keys', 'submission_files', 'notifications', 'workflow_runs', 'workflow_run_steps'])(
    'can hold %s with all of its keys',
    async (table) => {
      await client.query(`create table ${table}_parts (like ${table} including all) partition by hash (form_id)`);
      for (const n of [0, 1, 2, 3]) {
        await client.query(`create table ${table}_part_${n} partition of ${table}_parts for values with (modulus 4, remainder ${n})`);
      }
      const { rowCount } = await client.query(`insert into ${table}_parts select * from ${table}`);
      expect(rowCount).toBeGreaterThan(0);
      const again = client.query(`insert into ${table}_parts select * from ${table} limit 1`);
      await expect(again).rejects.toThrow('duplicate key');
    },
  );

  it('keep one run for each submission, and delete steps with their run', async () => {
    await client.query(`alter table workflow_run_steps_parts add foreign key (run_id, form_id)
      references workflow_runs_parts (id, form_id) on delete cascade`);
    const second = client.query(`insert into workflow_runs_parts
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).* from workflow_runs_parts r limit 1`);
    await expect(second).rejects.toThrow('duplicate key');
    await client.query('delete from workflow_runs_parts');
    expect((await client.query('select from workflow_run_steps_parts')).rowCount).toBe(0);
  });
});

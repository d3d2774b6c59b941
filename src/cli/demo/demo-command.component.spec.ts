import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELD_TYPES } from '../../forms/definition/field.types';
import { atEnd } from '../../../test/support/at-end';
import type { Printed } from '../../../test/support/operator';
import { DemoModule } from './demo.module';
import { Operator } from '../../../test/support/operator';

interface PrintedDemo extends Printed {
  form_id: string;
  created: boolean;
  status: string;
  page_url: string;
  submit_url: string;
  first_key: string | null;
  submit_command: string;
  read_command: string;
}

let operator: Operator;

beforeAll(async () => {
  operator = await Operator.withServices({ BASE_URL: 'https://forms.example.com' }, DemoModule);
});
beforeEach(() => operator.deleteRows());

const demo = (...words: string[]) => operator.ask('demo', ...words) as Promise<PrintedDemo>;

describe('demo', () => {
  it('makes an enabled form with a field of every type and a published workflow', async () => {
    const { form_id, ...printed } = await demo();
    expect(printed).toMatchObject({
      created: true,
      status: 'enabled',
      page_url: `https://forms.example.com/f/${form_id}`,
      submit_url: `https://forms.example.com/api/v1/forms/${form_id}/submit`,
    });
    const [form] = await operator.sql('select status, validate_fields, allowed_origins from forms where id = $1', [form_id]);
    expect(form).toEqual({ status: 'enabled', validate_fields: true, allowed_origins: [] });
    const types = await operator.sql<{ type: string }>('select distinct type from fields where form_id = $1', [form_id]);
    expect(types.map(({ type }) => type).sort()).toEqual([...FIELD_TYPES].sort());
    const versions = await operator.sql('select published_version from workflows where form_id = $1', [form_id]);
    expect(versions).toEqual([{ published_version: 1 }]);
  });

  it('fills the form with submissions of three days, some unread and one held, and does so once', async () => {
    const { form_id } = await demo();
    await demo();
    const counts = `select state, count(*)::int as number, count(*) filter (where read_at is null)::int as unread,
        count(distinct (received_at at time zone 'utc')::date)::int > 2 as is_of_days
      from submissions where form_id = $1 and received_at > now() - interval '3 days' group by state order by state`;
    expect(await operator.sql(counts, [form_id])).toEqual([
      { state: 'accepted', number: 30, unread: 8, is_of_days: true },
      { state: 'quarantined', number: 1, unread: 1, is_of_days: false },
    ]);
  });

  it('sends a file with one of them, which is in the store', async () => {
    const { form_id } = await demo();
    const files = `select f.filename, f.size_bytes::int as size, f.object_name as object, s.file_count from submission_files f
      join submissions s on s.id = f.submission_id where f.form_id = $1`;
    const [{ object, ...file } = { object: '' }, ...others] = await operator.sql<{ object: string }>(files, [form_id]);
    expect([file, ...others]).toEqual([{ filename: 'breakfast-room.txt', size: 108, file_count: 1 }]);
    const folder = join(operator.dataDir, 'files');
    const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(object));
    expect(readFileSync(join(folder, stored!), 'utf8')).toContain('Tables for four');
  });

  it('delivers two of them to a receiver that refuses one and leaves the other uncertain', async () => {
    const { form_id } = await demo();
    const steps = `select s.status, s.error_code, s.attempt_count, r.status as run from workflow_run_steps s
      join workflow_runs r on r.id = s.run_id where s.form_id = $1 and s.node_id = 'crm' order by r.created_at`;
    expect(await operator.sql(steps, [form_id])).toEqual([
      { status: 'failed', error_code: 'http_4xx', attempt_count: 1, run: 'partially_failed' },
      { status: 'uncertain', error_code: 'no_response', attempt_count: 1, run: 'partially_failed' },
    ]);
  });

  it('says what exists when it is run again, and makes one more only when asked', async () => {
    const first = await demo();
    const again = await demo();
    expect(again).toMatchObject({ form_id: first.form_id, created: false });
    const another = await demo('--another');
    expect(another.created).toBe(true);
    expect(another.form_id).not.toBe(first.form_id);
    expect((await demo()).form_id).toBe(another.form_id);
    expect(await operator.sql('select id from forms')).toHaveLength(2);
    expect((await operator.run('demo')).stdout).toMatch(/^The form "Contact \(demo\)" exists already;/);
  });

  it('leaves a form that its owner has closed as it is, and says so', async () => {
    await demo();
    await operator.sql(`update forms set status = 'disabled'`);
    expect((await demo()).status).toBe('disabled');
    expect((await operator.run('demo')).stdout).toContain('It is disabled, so it accepts no submissions.');
  });

  it('makes a key that only reads, with a new value each time', async () => {
    const values = [(await demo()).key, (await demo()).key];
    expect(new Set(values).size).toBe(2);
    const keys = await operator.sql(`select writes_enabled, form_access_mode from api_keys where name like 'demo %'`);
    expect(keys).toEqual([{ writes_enabled: false, form_access_mode: 'selected' }]);
  });

  it('shows the first key of a database that has none, as the first start does', async () => {
    const { first_key } = await demo();
    expect(first_key).toMatch(/^fck_/);
    expect((await demo()).first_key).toBeNull();
    expect(await operator.sql(`select name from api_keys where form_access_mode = 'all'`)).toEqual([{ name: 'bootstrap' }]);
  });

  it('keeps to the account that is named', async () => {
    await operator.ask('accounts', 'create', '--name', 'Acme');
    await operator.ask('accounts', 'create', '--name', 'Other');
    await demo('--account', 'Acme');
    expect((await demo('--account', 'Other')).created).toBe(true);
    const owners = await operator.sql('select a.name from forms f join accounts a on a.id = f.account_id order by 1');
    expect(owners).toEqual([{ name: 'Acme' }, { name: 'Other' }]);
  });

  it('explains that the plan allows no more forms', async () => {
    await operator.ask('accounts', 'create', '--name', 'Acme');
    await operator.sql(`update plans set forms_max = 1 where name = 'self_hosted'`);
    atEnd(() => operator.sql(`update plans set forms_max = null where name = 'self_hosted'`));
    await demo();
    const { code, stderr } = await operator.run('demo', '--another');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*plan[^\n]*\n$/);
  });
});

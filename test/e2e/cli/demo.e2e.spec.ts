import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { FIELD_TYPES } from '../../../src/forms/definition/field.types';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { operatorOf } from '../../support/app-operator';
import { atEnd } from '../../support/at-end';
import { Website } from '../../support/command';
import type { Operator, Printed } from '../../support/operator';
import { executeDueRuns } from '../../support/runs';

interface PrintedDemo extends Printed {
  form_id: string;
  created: boolean;
  status: string;
  page_url: string;
  script_url: string;
  submit_url: string;
  submit_command: string;
  read_command: string;
  definition_file: string;
  plan_command: string;
}

let app: TestApp;
let operator: Operator;
/** An account without forms, and a key with all of its rights. */
let account: string;
let owner: string;
beforeAll(async () => {
  app = await startApp();
  operator = await operatorOf(app);
});
beforeEach(async () => {
  ({ accountId: account, key: owner } = await app.stranger());
  rmSync(join(operator.dataDir, 'demo'), { recursive: true, force: true }); // of an account that is another one now
});
afterAll(() => app.close());

const demo = (...words: string[]) => operator.ask('demo', '--account', account, ...words) as Promise<PrintedDemo>;
const shown = async (...words: string[]) => (await operator.run('demo', '--account', account, ...words)).stdout;

/** The answer to a command as a shell runs it. */
async function shell(command: string): Promise<{ data: unknown }> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl ', 'curl --silent --show-error ')]);
  return JSON.parse(stdout) as { data: unknown };
}

describe('demo', () => {
  // First, since the service waits between requests to a host that cannot be found.
  it('has two deliveries to look at: a header that cannot be sent, and a receiver that cannot be found', async () => {
    const { form_id } = await demo();
    await executeDueRuns(app);
    const steps = `select s.status, s.error_code, r.status as run from workflow_run_steps s
      join workflow_runs r on r.id = s.run_id where s.form_id = $1 and s.node_id = 'crm' order by r.created_at`;
    expect(await operator.sql(steps, [form_id])).toEqual([
      { status: 'failed', error_code: 'invalid_header', run: 'partially_failed' },
      { status: 'waiting', error_code: 'dns_error', run: 'running' },
    ]);
  });

  it('makes an enabled form with a field of every type and a published workflow', async () => {
    const { form_id, ...printed } = await demo();
    expect(printed).toMatchObject({
      created: true,
      status: 'enabled',
      page_url: `${app.api.baseUrl}/f/${form_id}`,
      submit_url: `${app.api.baseUrl}/api/v1/forms/${form_id}/submit`,
    });
    const [form] = await operator.sql('select status, validate_fields, allowed_origins from forms where id = $1', [form_id]);
    expect(form).toEqual({ status: 'enabled', validate_fields: true, allowed_origins: [] });
    const types = await operator.sql<{ type: string }>('select distinct type from fields where form_id = $1', [form_id]);
    expect(types.map(({ type }) => type).sort()).toEqual([...FIELD_TYPES].sort());
    const versions = await operator.sql('select published_version from workflows where form_id = $1', [form_id]);
    expect(versions).toEqual([{ published_version: 1 }]);
  });

  it('fills the form with submissions of three days, some unread, one held and one in the trash, and does so once', async () => {
    const { form_id } = await demo();
    await demo();
    const counts = `select state, count(*)::int as number, count(*) filter (where read_at is null)::int as unread,
        count(distinct (received_at at time zone 'utc')::date)::int > 2 as is_of_days
      from submissions where form_id = $1 and received_at > now() - interval '3 days' group by state order by state`;
    expect(await operator.sql(counts, [form_id])).toEqual([
      { state: 'accepted', number: 29, unread: 8, is_of_days: true },
      { state: 'quarantined', number: 1, unread: 1, is_of_days: false },
      { state: 'trashed', number: 1, unread: 0, is_of_days: false },
    ]);
  });

  it('has one whose address was corrected', async () => {
    const { form_id } = await demo();
    const edits = `select s.fields ->> 'email' as email, e.before from submission_edits e join submissions s on s.id = e.submission_id
      where e.form_id = $1`;
    expect(await operator.sql(edits, [form_id])).toEqual([{ email: 'pat@obrien.example', before: { email: 'pat@obrien.exmaple' } }]);
  });

  it('has a workflow that answers visitors', async () => {
    const { form_id } = await demo();
    const mails = `select node -> 'config' -> 'to' as to from workflow_versions v join workflows w on w.id = v.workflow_id
      cross join json_array_elements(v.definition -> 'nodes') node where w.form_id = $1 and node ->> 'type' = 'email'`;
    expect(await operator.sql(mails, [form_id])).toEqual([{ to: ['{{ fields.email }}'] }]);
  });

  it('sends a file with one of them, which is in the store', async () => {
    const { form_id } = await demo();
    const files = `select f.filename, f.size_bytes::int as size, f.object_name as object, s.file_count from submission_files f
      join submissions s on s.id = f.submission_id where f.form_id = $1`;
    const [{ object, ...file } = { object: '' }, ...others] = await operator.sql<{ object: string }>(files, [form_id]);
    expect([file, ...others]).toEqual([{ filename: 'breakfast-room.txt', size: 108, file_count: 1 }]);
    const folder = join(app.dataDir, 'files');
    const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(object));
    expect(readFileSync(join(folder, stored!), 'utf8')).toContain('Tables for four');
  });

  it('says what exists when it is run again, and makes one more only when asked', async () => {
    const first = await demo();
    const again = await demo();
    expect(again).toMatchObject({ form_id: first.form_id, created: false });
    const another = await demo('--another');
    expect(another.created).toBe(true);
    expect(another.form_id).not.toBe(first.form_id);
    expect((await demo()).form_id).toBe(another.form_id);
    expect(await operator.sql('select id from forms where account_id = $1', [account])).toHaveLength(2);
    expect(await shown()).toMatch(/^The form "Contact \(demo\)" exists already;/);
  });

  it('leaves a form that its owner has closed as it is, and says so', async () => {
    const { form_id } = await demo();
    await operator.sql(`update forms set status = 'disabled' where id = $1`, [form_id]);
    expect((await demo()).status).toBe('disabled');
    expect(await shown()).toContain('It is disabled, so it accepts no submissions.');
  });

  it('makes a key that only reads, with a new value each time, and leaves no other', async () => {
    const values = [(await demo()).key, (await demo()).key];
    expect(new Set(values).size).toBe(2);
    const keys = await operator.sql(
      `select writes_enabled, form_access_mode from api_keys where account_id = $1 and name like 'demo%' and revoked_at is null`,
      [account],
    );
    expect(keys).toEqual([{ writes_enabled: false, form_access_mode: 'selected' }]);
  });

  it('sends the service a key for what it makes, which lives for a minute at most', async () => {
    await demo();
    const [key] = await operator.sql(
      `select scopes, revoked_at is not null as is_revoked, expires_at - created_at <= interval '1 minute' as is_short
       from api_keys where account_id = $1 and name = 'demo'`,
      [account],
    );
    const scopes = [
      'forms:create',
      'forms:read',
      'forms:update',
      'submissions:delete',
      'submissions:read',
      'submissions:update',
      'workflows:publish',
      'workflows:write',
    ];
    expect({ ...key, scopes: [...(key!['scopes'] as string[])].sort() }).toEqual({ scopes, is_revoked: true, is_short: true });
  });

  it('keeps to the account that is named', async () => {
    const { form_id } = await demo();
    const other = await app.stranger();
    const { stdout, stderr } = await operator.run('demo', '--account', other.accountId, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ created: true, definition_file: null });
    expect(stderr).toMatch(/^The form was not written as a file: The key is of the account /); // the folder has the forms of one account
    expect(await operator.sql('select id from forms where account_id = $1', [account])).toEqual([{ id: form_id }]);
  });

  it('explains that the plan allows no more forms', async () => {
    await operator.sql(`update plans set forms_max = 1 where name = 'self_hosted'`);
    atEnd(() => operator.sql(`update plans set forms_max = null where name = 'self_hosted'`));
    await demo();
    const { code, stderr } = await operator.run('demo', '--account', account, '--another');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*plan[^\n]*\n$/);
  });

  it('says when the service that answers has another database', async () => {
    const other = await startApp();
    operator.env = { ...operator.env, BASE_URL: other.api.baseUrl };
    atEnd(() => void (operator.env = { ...operator.env, BASE_URL: app.api.baseUrl }));
    const { code, stderr } = await operator.run('demo', '--account', account);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `The service at ${other.api.baseUrl} has another database. Give this command the settings of the service, or start one with those of this command.\n`,
    });
  });

  it('prints commands that submit and read as they stand, and addresses that answer', async () => {
    const { submit_command, read_command, script_url, form_id } = await demo();
    const { data } = await shell(submit_command);
    expect(data).toMatchObject({ form_id, has_files: false });
    expect((await shell(read_command)).data).toMatchObject([
      {
        id: (data as { id: string }).id,
        fields: { email: 'ada@example.com', products: ['Chairs', 'Lamps'], budget: 250 },
      },
    ]);
    expect((await fetch(script_url)).status).toBe(200);
  });

  it('writes the form as a file with its lock, of which the printed command plans nothing', async () => {
    const { definition_file, form_id, key, plan_command } = await demo();
    expect(definition_file).toBe(join(operator.dataDir, 'demo/forms/contact-demo.yaml'));
    const lock = parse(readFileSync(join(operator.dataDir, 'demo/forms/forms.lock.yaml'), 'utf8'));
    expect(lock).toEqual({ [app.api.baseUrl]: { account, 'contact-demo': form_id } });
    const [, url, printedKey, file] = /^FORM_COLLECTION_URL=(\S+) FORM_COLLECTION_KEY=(\S+) npx form-collection plan (\S+)$/.exec(
      plan_command,
    )!;
    expect({ url, printedKey, file }).toEqual({ url: app.api.baseUrl, printedKey: key, file: definition_file });
    expect(await Website.of({ baseUrl: url! }, key).run(['plan', file!])).toEqual({ code: 0, stdout: 'No changes.\n', stderr: '' });
  });

  it('takes over into the file what was changed meanwhile, and writes another form beside it', async () => {
    const { definition_file, form_id } = await demo();
    await app.api.as(owner).patch(`/v1/forms/${form_id}`, { allowed_origins: ['https://www.example.com'] }, { ifMatch: '*' });
    expect((await demo()).definition_file).toBe(definition_file);
    expect(readFileSync(definition_file, 'utf8')).toContain('  - https://www.example.com\n');
    expect((await demo('--another')).definition_file).toBe(definition_file.replace('contact-demo', 'contact-demo-2'));
  });

  it('says why where the form cannot be a file, and shows the rest', async () => {
    writeFileSync(join(operator.dataDir, 'demo'), 'no folder');
    const { code, stdout, stderr } = await operator.run('demo', '--account', account, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^The form was not written as a file: .*demo.*\n$/) });
    expect(JSON.parse(stdout)).toMatchObject({ created: true, definition_file: null, plan_command: null });
  });

  it('keeps the key of the previous run working', async () => {
    const first = await demo();
    const second = await demo();
    for (const command of [first.read_command, second.read_command]) {
      expect(await shell(command)).toHaveProperty('data');
    }
  });

  it('prints a key that can neither write nor see another form', async () => {
    const { key, form_id } = await demo();
    const api = app.api.as(key);
    expect((await api.get(`/v1/forms/${form_id}`)).status).toBe(200);
    const other = await app.api.post('/v1/forms', { name: 'x', validate_fields: true, notifications_enabled: false });
    expect((await api.get(`/v1/forms/${(other.body.data as { id: string }).id}`)).status).toBe(404);
    expect((await api.delete(`/v1/forms/${form_id}`, { ifMatch: '*' })).status).toBe(403);
  });
});

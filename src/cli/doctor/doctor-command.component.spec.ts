import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import { startS3Server } from '../../../test/support/s3-server';
import { Client } from 'pg';
import { atEnd } from '../../../test/support/at-end';
import { processNameOf } from '../../platform/database/service-processes';
import { Operator } from '../../../test/support/operator';
import { noteName } from '../../platform/storage/object-store';
import { openObjectStore } from '../../platform/storage/storage.module';
import { runCli } from '../run-cli';

let operator: Operator;
let onMigratedDatabase: NodeJS.ProcessEnv;
let besideSilentServers: Promise<[output: string, found: any]>;

beforeAll(async () => {
  operator = await Operator.start();
  besideSilentServers = runBesideSilentServers(); // takes six seconds, during which the other tests run
  besideSilentServers.catch(() => undefined); // a test awaits the result later
  await operator.onMigratedDatabase();
  onMigratedDatabase = operator.env;
});

/** Tests that change rows use a database of their own. */
beforeEach(() => {
  operator.env = { ...onMigratedDatabase };
});

const findings = async (env = operator.env) => {
  const { code, stdout } = await new Operator(env).run('doctor', '--json');
  const { checks } = JSON.parse(stdout) as {
    checks: { check: string; verdict: string; finding: string; remedy: string }[];
  };
  return { code, ...Object.fromEntries(checks.map(({ check, ...rest }) => [check, rest])) } as any;
};

describe('doctor', () => {
  it('names the secrets without hosts, and how to say them', async () => {
    await operator.onMigratedDatabase();
    const set = (name: string, ...more: string[]) => {
      operator.input = Readable.from([Buffer.from('x')]);
      return operator.run('secrets', 'set', '--name', name, ...more);
    };
    await set('CRM_TOKEN');
    await set('BOUND', '--host', 'crm.example.com');
    const { hosts } = await findings();
    expect(hosts).toMatchObject({ verdict: 'warning', remedy: expect.stringContaining('secrets hosts --name') });
    expect(hosts.finding).toContain('CRM_TOKEN (account "');
    expect(hosts.finding).not.toContain('BOUND');
  });

  it('reports no error for a migrated database and a writable folder', async () => {
    expect(await findings()).toEqual({
      code: 0,
      settings: { verdict: 'ok', finding: expect.any(String), remedy: null },
      database: { verdict: 'ok', finding: expect.stringMatching(/^PostgreSQL \d+/), remedy: null },
      secret: { verdict: 'ok', finding: expect.stringContaining('next start'), remedy: null },
      replica: { verdict: 'off', finding: expect.any(String), remedy: null },
      redis: { verdict: 'off', finding: expect.any(String), remedy: null },
      storage: {
        verdict: 'warning', // with DATABASE_URL, other processes may use another folder
        finding: expect.stringContaining(operator.dataDir),
        remedy: expect.stringContaining('S3_*'),
      },
      smtp: { verdict: 'off', finding: expect.any(String), remedy: null },
      notify: { verdict: 'ok', finding: expect.stringContaining(': 0;'), remedy: null },
      templates: { verdict: 'ok', finding: expect.any(String), remedy: null },
      visitors: { verdict: 'ok', finding: expect.any(String), remedy: null },
      hosts: { verdict: 'ok', finding: expect.any(String), remedy: null },
      backup: { verdict: 'ok', finding: expect.any(String), remedy: null },
      clock: { verdict: 'ok', finding: expect.any(String), remedy: null },
    });
  });

  it('refuses a replica that is no standby, or that is not there', async () => {
    const { env } = operator;
    operator.env = { ...env, DATABASE_REPLICA_URL: env['DATABASE_URL'] };
    expect(await findings()).toMatchObject({ code: 1, replica: { verdict: 'failed', finding: 'It is no standby.' } });
    operator.env = { ...env, DATABASE_REPLICA_URL: 'postgres://a:b@127.0.0.1:9/forms' };
    expect(await findings()).toMatchObject({ code: 1, replica: { verdict: 'failed', remedy: expect.any(String) } });
    operator.env = { ...env, DATABASE_REPLICA_URL: 'postgres://a:b@one,two/forms?target_session_attrs=read-write' };
    expect(await findings()).toMatchObject({ code: 1, settings: { verdict: 'failed' } });
  });

  it('tells that the database is a restored backup, until a process of the service has taken it over', async () => {
    await operator.onMigratedDatabase();
    const [row] = await operator.sql<{ identity: string }>('select identity from database_epoch');
    const store = await openObjectStore({ s3: null, dataDir: operator.dataDir });
    const note = Buffer.from('1000');
    await store.put(noteName('restore', row!.identity), { open: () => Readable.from([note]), size: note.length });
    expect(await findings()).toMatchObject({
      code: 0,
      backup: {
        verdict: 'warning',
        finding: expect.stringContaining('restored'),
        remedy: expect.stringContaining('webhook-id'),
      },
    });
    await operator.sql('update database_epoch set number = 1001');
    expect(await findings()).toMatchObject({ backup: { verdict: 'ok' } });
  });

  it('refuses an APP_SECRET that is not the one that the data was made under', async () => {
    await operator.onMigratedDatabase();
    await operator.ask('accounts', 'create', '--name', 'Shop');
    expect(await findings()).toMatchObject({
      code: 0,
      secret: { verdict: 'ok', finding: expect.stringMatching(/^The data/) },
    });
    const { APP_SECRET: mine } = operator.env;
    Object.assign(operator.env, { APP_SECRET: 'another-app-secret-for-these-tests-only' });
    const remedy = expect.stringContaining('APP_SECRET_PREVIOUS') as unknown;
    expect(await findings()).toMatchObject({ code: 1, secret: { verdict: 'failed', remedy } });
    Object.assign(operator.env, { APP_SECRET_PREVIOUS: mine });
    expect(await findings()).toMatchObject({ code: 0, secret: { verdict: 'ok' } });
    delete operator.env['APP_SECRET'];
    expect(await findings()).toMatchObject({
      code: 1,
      secret: { verdict: 'failed', finding: 'APP_SECRET cannot be used.' },
    });
  });

  it('tells of lists of visitors that were not sealed again when APP_SECRET was replaced', async () => {
    await operator.onMigratedDatabase();
    await operator.ask('accounts', 'create', '--name', 'Shop');
    await operator.sql(`insert into visitor_digest_keys (account_id, sealed) select id, 'under another secret' from accounts`);
    const remedy = expect.stringContaining('Start a worker') as unknown;
    expect(await findings()).toMatchObject({ code: 1, secret: { verdict: 'failed' } });
    Object.assign(operator.env, { APP_SECRET_PREVIOUS: 'another-app-secret-for-these-tests-only' });
    expect(await findings()).toMatchObject({ code: 0, secret: { verdict: 'warning', remedy } });
  });

  it('warns of several processes that serve the API without Redis', async () => {
    await operator.onMigratedDatabase();
    const names = [processNameOf('api'), processNameOf('standalone'), processNameOf('worker')];
    for (const name of names) await connectAs(name, operator.env['DATABASE_URL']!);
    expect(await findings()).toMatchObject({
      code: 0,
      redis: {
        verdict: 'warning',
        finding: expect.stringContaining('2 processes serve the API'),
        remedy: expect.stringContaining('Set REDIS_URL'),
      },
    });
  });

  it('warns of published workflows of before values were escaped that some submission breaks', async () => {
    await operator.onMigratedDatabase();
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const bodies = { broken: '{"a":"{{ fields.a }}"}', right: '{"a":1}' };
    for (const [name, template] of Object.entries(bodies)) {
      const node = { id: 'crm', type: 'webhook', config: { url: 'https://crm.example', body: { mode: 'template', template } } };
      await aPublishedForm(id, name, node);
    }
    const [broken] = await operator.sql<{ id: string }>(`select id from forms where name = 'broken'`);
    expect((await findings()).templates).toEqual({
      verdict: 'warning',
      finding: `Older workflows send broken JSON for some submissions. Forms: ${broken!.id} (version 1).`,
      remedy: expect.stringContaining('publish these workflows again'),
    });
  });

  it('warns of published workflows whose mails to visitors could not be published any more', async () => {
    await operator.onMigratedDatabase();
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const recipients = { several: ['a@example.com', '{{ fields.a }}'], right: ['{{ fields.a }}'], fixed: ['a@example.com'] };
    for (const [name, to] of Object.entries(recipients)) {
      await aPublishedForm(id, name, { id: 'mail', type: 'email', config: { to, subject: 'Hi' } });
    }
    const [several] = await operator.sql<{ id: string }>(`select id from forms where name = 'several'`);
    expect((await findings()).visitors).toEqual({
      verdict: 'warning',
      finding: expect.stringMatching(`Forms: ${several!.id} \\(version 1\\)\\.$`),
      remedy: expect.stringContaining('docs/visitors.md'),
    });
  });

  it('warns of notifications that reach nobody, or that no mail server takes', async () => {
    await operator.onMigratedDatabase();
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
    await operator.sql(
      `insert into forms (id, account_id, name, status, allowed_origins, validate_fields, notifications_enabled, delivery_channel_types,
         revision, submission_token_digest, created_at, updated_at)
       select gen_random_uuid(), '${id}', 'Contact', 'enabled', '{}', true, true, '{}', 1, 'x', now(), now()`,
    );
    const { notify } = await findings();
    expect(notify).toEqual({
      verdict: 'warning',
      finding: 'Forms that notify of submissions: 1; without an address: 1.',
      remedy: expect.stringMatching(/^Set SMTP_URL .*\n.*accounts set-email/),
    });
    await operator.ask('accounts', 'set-email', '--account', 'Shop', '--email', 'you@example.com');
    expect((await findings()).notify.remedy).toMatch(/^Set SMTP_URL .*"\.$/);
  });

  it('prints a line for each finding without --json, with the remedy below', async () => {
    await operator.onEmptyDatabase();
    Object.assign(operator.env, { MIGRATE_ON_START: 'false' });
    const { code, stdout } = await operator.run('doctor');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {7}settings {2}\S.*\n/m);
    expect(stdout).toMatch(/^failed {3}database {2}PostgreSQL \d+.*\n {19}Apply them with "npm run migrate"\.\n/m);
  });

  it('warns of pending migrations where the service applies them itself', async () => {
    await operator.onEmptyDatabase();
    expect(await findings()).toMatchObject({ code: 0, database: { verdict: 'warning' } });
    expect(await operator.sql(`select 1 from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
  });

  it('reports all errors at once', async () => {
    operator.env = {
      ...operator.settingsFor('postgres://forms:hunter2@127.0.0.1:1/forms'),
      PORT: 'none',
      BOOTSTRAP_API_KEY: 'letmein',
      REDIS_URL: 'redis://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      S3_ENDPOINT: 'http://127.0.0.1:1',
    };
    const found = await findings();
    expect(found).toMatchObject({
      code: 1,
      settings: {
        verdict: 'failed',
        remedy: expect.stringMatching(/PORT: .*MAIL_FROM: .*S3_BUCKET: .*BOOTSTRAP_API_KEY: .*keys generate/s),
      },
      database: { verdict: 'failed', finding: expect.stringContaining('ECONNREFUSED') },
      redis: { verdict: 'failed', finding: expect.stringContaining('ECONNREFUSED') },
      storage: { verdict: 'failed', finding: expect.stringContaining('S3_BUCKET') },
      smtp: { verdict: 'failed', finding: expect.stringContaining('ECONNREFUSED') },
      clock: { verdict: 'failed' },
    });
    expect(JSON.stringify(found)).not.toMatch(/hunter2|letmein/);
  });

  it('runs the checks whose settings are valid when another setting is not', async () => {
    Object.assign(operator.env, { APP_SECRET: 'short', REDIS_URL: 'none', SMTP_URL: 'none' });
    expect(await findings()).toMatchObject({
      code: 1,
      settings: { verdict: 'failed', finding: 'REDIS_URL, APP_SECRET, SMTP_URL, MAIL_FROM cannot be used.' },
      database: { verdict: 'ok' },
      redis: { verdict: 'failed', remedy: 'See the settings.' },
      storage: { verdict: 'warning' },
      smtp: { verdict: 'failed', remedy: 'See the settings.' },
      clock: { verdict: 'ok' },
    });
  });

  it.each(['300.1.1.1', '192.0.2.1'])('refuses the HOST %s, at which the service could not listen', async (host) => {
    Object.assign(operator.env, { HOST: host });
    const remedy = expect.stringMatching(/^HOST: It is not an address of this machine/) as unknown;
    expect(await findings()).toMatchObject({ code: 1, settings: { verdict: 'failed', remedy } });
  });

  it('warns of a misspelt setting', async () => {
    Object.assign(operator.env, { EGRESS_ALLOW_HOST: 'hunter2' });
    expect(await findings()).toMatchObject({
      code: 0,
      settings: { verdict: 'warning', remedy: 'EGRESS_ALLOW_HOST: Did you mean EGRESS_ALLOW_HOSTS?' },
    });
  });

  it('writes to the bucket', async () => {
    const s3 = await startS3Server();
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings;
    Object.assign(operator.env, {
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    });
    const withBucket = await findings();
    operator.env['S3_BUCKET'] = 'not-there';
    const withoutBucket = await findings();
    await s3.stop();
    expect(withBucket).toMatchObject({ code: 0, storage: { verdict: 'ok' } });
    expect(withoutBucket).toMatchObject({ code: 1, storage: { verdict: 'failed' } });
  });

  it('reports a folder that cannot be created', async () => {
    Object.assign(operator.env, { DATA_DIR: '/dev/null/data' });
    expect(await findings()).toMatchObject({
      code: 1,
      storage: { verdict: 'failed', remedy: expect.stringContaining('DATA_DIR') },
    });
  });

  it('reports the folder where the embedded database cannot use it', async () => {
    operator.env = { DATA_DIR: '/dev/null/data' };
    const remedy = 'The data folder /dev/null/data cannot be used (ENOTDIR).\nSet DATA_DIR to a folder that this user may write to.';
    const cannotBeOpened = { verdict: 'failed', finding: 'It cannot be opened.', remedy };
    expect(await findings()).toMatchObject({ code: 1, database: cannotBeOpened, storage: cannotBeOpened });
  });

  it('creates neither the folder nor a database before the first start', async () => {
    const dataDir = join(operator.dataDir, 'not', 'there');
    operator.env = { DATA_DIR: dataDir };
    const later = { verdict: 'off', finding: expect.stringContaining('first start'), remedy: null };
    expect(await findings()).toMatchObject({
      ...{ code: 0, database: later, secret: later, notify: later, clock: later },
      storage: { verdict: 'ok', finding: `${dataDir} can be created by the first start.` },
    });
    await mkdir(dataDir, { recursive: true });
    expect(await findings()).toMatchObject({ code: 0, database: later });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual([]);
  });

  it('says what to do about a database that does not exist', async () => {
    operator.env['DATABASE_URL'] = operator.env['DATABASE_URL']!.replace(/[^/]+$/, 'elsewhere');
    const { code, database } = await findings();
    expect({ code, database }).toEqual({
      code: 1,
      database: {
        verdict: 'failed',
        finding: 'database "elsewhere" does not exist',
        remedy: expect.stringMatching(/^Create that database/),
      },
    });
  });

  it('logs in to the mail server, and sends no mail', async () => {
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _, settle) => settle(password === 'right' ? null : new Error('No.'), { user: 'forms' }),
      onMailFrom: (_, __, settle) => settle(new Error('No mail was expected.')),
    });
    const server = smtp.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    Object.assign(operator.env, { SMTP_URL: `smtp://forms:right@${address}`, MAIL_FROM: 'forms@example.com' });
    const welcome = await findings();
    operator.env['SMTP_URL'] = `smtp://forms:wrong@${address}`;
    const unwelcome = await findings();
    await new Promise<void>((closed) => smtp.close(() => closed()));
    expect(welcome).toMatchObject({ code: 0, smtp: { verdict: 'ok' } });
    expect(unwelcome).toMatchObject({ code: 1, smtp: { verdict: 'failed' } });
  });

  describe('beside servers that never answer', () => {
    it('prints what it knows at once, and says what it waits for', async () => {
      const [output] = await besideSilentServers;
      const [known, waiting, ...rest] = output.split(/^(Waiting for .*)\n/m);
      expect(known).toMatch(/^ok {7}settings/m);
      expect(waiting).toBe('Waiting for database, secret, redis, storage, smtp, notify, templates, visitors, hosts, backup, clock.');
      expect(rest.join('\n')).toMatch(/^failed {3}smtp/m);
    });

    it('ends in time, and reports each of them', async () => {
      const [, found] = await besideSilentServers;
      const failing = { verdict: 'failed' };
      expect(found).toMatchObject({
        ...{ code: 1, settings: { verdict: 'ok' }, storage: failing },
        ...{ database: failing, redis: failing, smtp: failing, clock: failing },
      });
    });
  });
});

/** Runs the command with servers that never answer. Resolves with its output and its findings. */
async function runBesideSilentServers(): Promise<[output: string, found: any]> {
  const silent = createServer();
  const sockets: { destroy(): void }[] = [];
  silent.on('connection', (socket) => sockets.push(socket));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => silent.close(closed));
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const env = {
    ...operator.settingsFor(`postgres://forms@${address}/forms`),
    REDIS_URL: `redis://${address}`,
    SMTP_URL: `smtp://${address}`,
    MAIL_FROM: 'forms@example.com',
    ...{ S3_ENDPOINT: `http://${address}`, S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
  };
  let output = '';
  const write = (text: string) => (output += text);
  const terminal = { stdin: Readable.from([]), stdout: { write }, stderr: { write }, env };
  const [found, code] = await Promise.all([findings(env), runCli(['doctor'], terminal)]);
  expect(code).toBe(1);
  return [output, found];
}

async function connectAs(name: string, connectionString: string): Promise<void> {
  const client = new Client({ connectionString, application_name: name });
  await client.connect();
  atEnd(() => client.end());
}

/** A form with a workflow that an earlier release published, and with the field `a` for an address. */
async function aPublishedForm(accountId: string, name: string, node: object): Promise<void> {
  await operator.sql(
    `with f as (insert into forms (id, account_id, name, status, allowed_origins, validate_fields, notifications_enabled,
             delivery_channel_types, revision, submission_token_digest, created_at, updated_at)
           select gen_random_uuid(), '${accountId}', '${name}', 'enabled', '{}', true, false, '{}', 1, 'x', now(), now() returning id),
         field as (insert into fields (form_id, name, type, required, validation_kind, preset, position, created_at, updated_at)
           select id, 'a', 'string', false, 'preset', 'email', 0, now(), now() from f),
         w as (insert into workflows (id, form_id, draft_revision, draft_definition, draft_min_cost, draft_max_cost, draft_saved_at,
             published_version, created_at)
           select gen_random_uuid(), id, 1, '{}', 0, 0, now(), 1, now() from f returning id)
         insert into workflow_versions (id, workflow_id, version, definition, fingerprint, node_count, min_cost, max_cost, published_at)
         select gen_random_uuid(), id, 1, '${JSON.stringify({ schema_version: 1, nodes: [node], edges: [] })}', '', 1, 0, 0, now() from w`,
  );
}

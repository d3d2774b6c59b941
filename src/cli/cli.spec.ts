import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { SCOPES } from '../platform/auth/scopes';
import { parseSecret } from '../platform/auth/secret-format.rules';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres';
import { serversBelow } from '../platform/database/embedded/embedded-postgres.fixture';
import type { ThrowawayPostgres } from '../platform/database/embedded/throwaway-postgres';
import { startThrowawayPostgres } from '../platform/database/embedded/throwaway-postgres';
import { migrate } from '../platform/database/migrate';
import { newId } from '../platform/ids';
import { runCli } from './run-cli';

let postgres: ThrowawayPostgres;
let dataDir: string;

beforeAll(async () => {
  postgres = await startThrowawayPostgres();
  dataDir = await mkdtemp(join(tmpdir(), 'cli-'));
  await migrate(await emptyDatabase('template'));
}, 60_000);

afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Settings that the commands of a test are called with. */
let env: NodeJS.ProcessEnv;

async function cli(...words: string[]): Promise<Outcome> {
  const outcome = { code: NaN, stdout: '', stderr: '' };
  const stdout = { write: (text: string) => (outcome.stdout += text) };
  const stderr = { write: (text: string) => (outcome.stderr += text) };
  outcome.code = await runCli(words, { stdin: Readable.from([]), stdout, stderr, env });
  return outcome;
}

/** What a command prints as JSON. */
async function answer(...words: string[]): Promise<any> {
  const { code, stdout, stderr } = await cli(...words, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const settingsOf = (url: string) => ({
  DATABASE_URL: url,
  APP_SECRET: 'an-app-secret-for-these-tests-only',
  DATA_DIR: dataDir,
});

async function emptyDatabase(
  name = `test_${randomUUID().replaceAll('-', '')}`,
  template = 'template1',
): Promise<string> {
  await query(postgres.url, `create database ${name} template ${template}`);
  return postgres.url.replace(/forms$/, name);
}

const migratedDatabase = () => emptyDatabase(undefined, 'template');

async function query(url: string, sql: string, parameters: unknown[] = []): Promise<any[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}

async function aForm(accountId: string): Promise<string> {
  const id = newId();
  await query(
    env['DATABASE_URL']!,
    `insert into forms (id, account_id, name, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at)
     values ($1, $2, 'Contact', true, true, '', now(), now())`,
    [id, accountId],
  );
  return id;
}

const daysUntil = (date: string) => (Date.parse(date) - Date.now()) / 86_400_000;

describe('on a migrated database', () => {
  beforeEach(async () => {
    env = settingsOf(await migratedDatabase());
  });

  describe('accounts', () => {
    it('are created for self-hosting unless another plan is named', async () => {
      const shop = await answer('accounts', 'create', '--name', 'Shop');
      expect(shop).toEqual({ id: expect.any(String), name: 'Shop', plan: 'self_hosted' });
      const club = await answer('accounts', 'create', '--name', 'Club', '--plan', 'pro', '--aggregate-per-minute', '7');
      expect(club).toMatchObject({ name: 'Club', plan: 'pro' });
      expect(await answer('accounts', 'list')).toEqual([
        { ...shop, aggregate_per_minute: null, created_at: expect.any(String) },
        { ...club, aggregate_per_minute: 7, created_at: expect.any(String) },
      ]);
    });

    it('are told apart by their names, also when they are created at the same time', async () => {
      const outcomes = await Promise.all([1, 2].map(() => cli('accounts', 'create', '--name', 'Shop')));
      expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1]);
      expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('There is already an account with the name "Shop".\n');
    });

    it('are refused with an unknown plan, and the plans are named', async () => {
      const { code, stdout, stderr } = await cli('accounts', 'create', '--name', 'Shop', '--plan', 'gold', '--json');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('The plans are ');
    });

    it('change their plan by id and by name, and keep the points that they have', async () => {
      const { id } = await answer('accounts', 'create', '--name', 'Shop');
      const points = async () =>
        (await query(env['DATABASE_URL']!, 'select points_balance from accounts'))[0].points_balance;
      expect(await points()).toBeNull();
      expect(await answer('accounts', 'set-plan', '--account', id, '--plan', 'pro')).toEqual({
        id,
        name: 'Shop',
        plan: 'pro',
      });
      expect(await points()).toBe(0);
      await query(env['DATABASE_URL']!, 'update accounts set points_balance = 5');
      await answer('accounts', 'set-plan', '--account', 'Shop', '--plan', 'business');
      expect(await points()).toBe(5);
      await answer('accounts', 'set-plan', '--account', 'Shop', '--plan', 'self_hosted');
      expect(await points()).toBeNull();
    });

    it('are a table for people', async () => {
      await cli('accounts', 'create', '--name', 'Shop of Zoë');
      const { stdout } = await cli('accounts', 'list');
      expect(stdout).toMatch(
        /^ID +NAME +PLAN +SINCE\n[0-9a-f-]{36} {2}Shop of Zoë {2}self_hosted {2}\d{4}-\d\d-\d\d\n$/,
      );
    });
  });

  describe('keys create', () => {
    it('makes the account "default" where there is none, and a key with every scope for a year', async () => {
      const created = await answer('keys', 'create', '--name', 'website');
      expect(created).toEqual({
        id: expect.any(String),
        key: expect.any(String),
        scopes: [...SCOPES],
        form_access_mode: 'all',
        expires_at: expect.any(String),
      });
      expect(parseSecret('fck', created.key)).not.toBeNull();
      expect(daysUntil(created.expires_at)).toBeCloseTo(365, 2);
      expect(await answer('accounts', 'list')).toMatchObject([{ name: 'default', plan: 'self_hosted' }]);
    });

    it('makes one account "default" when it is called several times at once', async () => {
      await Promise.all(['a', 'b', 'c'].map((name) => answer('keys', 'create', '--name', name)));
      expect(await answer('accounts', 'list')).toHaveLength(1);
      expect(await answer('keys', 'list', '--account', 'default')).toHaveLength(3);
    });

    it('takes the only account, or "default" among several', async () => {
      const shop = await answer('accounts', 'create', '--name', 'Shop');
      await answer('keys', 'create', '--name', 'one');
      const usual = await answer('accounts', 'create', '--name', 'default');
      await answer('keys', 'create', '--name', 'two');
      expect(await answer('keys', 'list')).toMatchObject([
        { name: 'one', account_id: shop.id },
        { name: 'two', account_id: usual.id },
      ]);
    });

    it('asks to choose among several accounts without "default"', async () => {
      await answer('accounts', 'create', '--name', 'Shop');
      const { id } = await answer('accounts', 'create', '--name', 'Club');
      expect(await cli('keys', 'create', '--name', 'x', '--json')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('--account'),
      });
      await answer('keys', 'create', '--name', 'by id', '--account', id);
      await answer('keys', 'create', '--name', 'by name', '--account', 'Club');
      expect(await answer('keys', 'list', '--account', 'Shop')).toEqual([]);
      expect(await answer('keys', 'list', '--account', 'Club')).toMatchObject([{ name: 'by id' }, { name: 'by name' }]);
    });

    it('gives the rights and limits that were asked for', async () => {
      const rights = ['--scopes', 'forms:read,submissions:read', '--read-only', '--expires-in', '90d'];
      const limits = ['--read-per-minute', '1', '--write-per-minute', '2', '--destructive-per-minute', '3'];
      const created = await answer('keys', 'create', '--name', 'report', ...rights, ...limits);
      expect(created.scopes).toEqual(['forms:read', 'submissions:read']);
      expect(daysUntil(created.expires_at)).toBeCloseTo(90, 2);
      expect(await answer('keys', 'list')).toMatchObject([
        { writes_enabled: false, read_per_minute: 1, write_per_minute: 2, destructive_per_minute: 3 },
      ]);
    });

    it('lets a key see the named forms only', async () => {
      const { id: account } = await answer('accounts', 'create', '--name', 'Shop');
      const [one, two] = [await aForm(account), await aForm(account)];
      const created = await answer('keys', 'create', '--name', 'x', '--forms', `${one},${two}`);
      expect(created.form_access_mode).toBe('selected');
      const granted = await query(env['DATABASE_URL']!, 'select form_id from api_key_forms where api_key_id = $1', [
        created.id,
      ]);
      expect(granted.map(({ form_id }) => form_id).sort()).toEqual([one, two].sort());
    });

    it('names the forms that the account does not have, and makes no key then', async () => {
      const { id: shop } = await answer('accounts', 'create', '--name', 'Shop');
      const { id: club } = await answer('accounts', 'create', '--name', 'Club');
      const [ours, theirs] = [await aForm(shop), await aForm(club)];
      const { code, stderr } = await cli(
        'keys',
        'create',
        '--name',
        'x',
        '--account',
        'Shop',
        '--forms',
        `${ours},${theirs}`,
      );
      expect({ code, stderr }).toEqual({ code: 1, stderr: `The account has no form ${theirs}.\n` });
      expect(await answer('keys', 'list')).toEqual([]);
    });

    it('stops at the number of keys that the plan allows', async () => {
      await answer('accounts', 'create', '--name', 'Shop', '--plan', 'free');
      await query(env['DATABASE_URL']!, `update plans set keys_max = 1 where name = 'free'`);
      await answer('keys', 'create', '--name', 'one');
      expect(await cli('keys', 'create', '--name', 'two')).toMatchObject({ code: 1, stdout: '' });
    });

    it('prints the key alone on the first line for people', async () => {
      const { stdout } = await cli('keys', 'create', '--name', 'website');
      expect(parseSecret('fck', stdout.split('\n')[0]!)).not.toBeNull();
    });
  });

  describe('keys rotate', () => {
    const endsOfTexts = () =>
      query(env['DATABASE_URL']!, 'select expires_at from api_key_secrets order by created_at').then((rows) =>
        rows.map(({ expires_at }) => expires_at?.toISOString() ?? null),
      );

    it('gives the key a new text and lets the former one work for a day', async () => {
      const created = await answer('keys', 'create', '--name', 'x');
      const rotated = await answer('keys', 'rotate', created.id);
      expect(rotated).toEqual({ ...created, key: expect.any(String) });
      expect(rotated.key).not.toBe(created.key);
      const [former, current] = await endsOfTexts();
      expect(daysUntil(former)).toBeCloseTo(1, 2);
      expect(current).toBeNull();
    });

    it('can end the former text at once, and never makes it last longer', async () => {
      const { id } = await answer('keys', 'create', '--name', 'x');
      await answer('keys', 'rotate', id, '--overlap', '0s');
      await answer('keys', 'rotate', id, '--overlap', '7d');
      const [first, second] = await endsOfTexts();
      expect(Date.parse(first)).toBeLessThanOrEqual(Date.now());
      expect(daysUntil(second)).toBeCloseTo(7, 2);
    });

    it('refuses keys that are revoked, expired or unknown', async () => {
      const revoked = await answer('keys', 'create', '--name', 'revoked');
      const expired = await answer('keys', 'create', '--name', 'expired');
      await answer('keys', 'revoke', revoked.id);
      await query(env['DATABASE_URL']!, 'update api_keys set expires_at = now() where id = $1', [expired.id]);
      for (const id of [revoked.id, expired.id, newId(), 'website']) {
        expect(await cli('keys', 'rotate', id, '--json')).toMatchObject({ code: 1, stdout: '' });
      }
      expect(await endsOfTexts()).toEqual([null, null]);
    });
  });

  describe('keys revoke', () => {
    it('ends a key once', async () => {
      const { id } = await answer('keys', 'create', '--name', 'x');
      const revoked = await answer('keys', 'revoke', id);
      expect(revoked).toEqual({ id, revoked_at: expect.any(String) });
      expect(await answer('keys', 'list')).toMatchObject([{ id, revoked_at: revoked.revoked_at }]);
      expect(await cli('keys', 'revoke', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('keys list') });
    });
  });

  describe('keys list', () => {
    it('never shows the text of a key', async () => {
      const { key } = await answer('keys', 'create', '--name', 'x');
      for (const { stdout } of [await cli('keys', 'list'), await cli('keys', 'list', '--json')]) {
        expect(stdout).toContain('x');
        expect(stdout).not.toContain(key.slice(4, 16));
      }
    });

    it('tells people whether a key works', async () => {
      const { id } = await answer('keys', 'create', '--name', 'former', '--scopes', 'forms:read');
      await answer('keys', 'create', '--name', 'current', '--read-only');
      await answer('keys', 'revoke', id);
      const { stdout } = await cli('keys', 'list');
      expect(stdout).toMatch(/former +forms:read +all +revoked on \d/);
      expect(stdout).toMatch(/current +all \(read-only\) +all +works until \d/);
    });
  });

  describe('migrate', () => {
    it('tells that nothing was pending', async () => {
      expect(await answer('migrate')).toEqual({ applied: [] });
      expect((await cli('migrate')).stdout).toBe('No migration was pending.\n');
    });
  });

  describe('wrong usage', () => {
    it.each([
      [[], 'Usage: cli'],
      [['keys'], 'Usage: cli keys'],
      [['forms'], 'unknown command'],
      [['keys', 'create'], "required option '--name <name>' not specified"],
      [['keys', 'create', '--name', ' '], '1 to 255 characters'],
      [['keys', 'create', '--name', 'x', '--scopes', 'forms:all'], SCOPES.join(', ')],
      [['keys', 'create', '--name', 'x', '--expires-in', '0d'], 'from 1s to 3650d'],
      [['keys', 'create', '--name', 'x', '--read-per-minute', '0'], 'whole number'],
      [['keys', 'create', '--name', 'x', '--forms', 'contact'], 'ids of one or more forms'],
      [['keys', 'create', 'website'], 'not specified'],
      [['keys', 'create', '--name', 'x', '--colour', 'red'], 'unknown option'],
      [['keys', 'rotate'], 'missing required argument'],
      [['keys', 'rotate', 'x', '--overlap', '8d'], 'from 0s to 7d'],
      [['accounts', 'list', 'all'], 'too many arguments'],
    ])('%j ends with 2 and says what is wrong on standard error', async (words, message) => {
      const { code, stdout, stderr } = await cli(...words);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
    });

    it('is not the request for help', async () => {
      expect(await cli('keys', 'create', '--help')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('--expires-in'),
        stderr: '',
      });
    });
  });

  it('writes nothing to standard output but the result', async () => {
    const write = jest.spyOn(process.stdout, 'write');
    const log = jest.spyOn(console, 'log');
    await answer('keys', 'create', '--name', 'x');
    await cli('doctor', '--json');
    expect([write.mock.calls, log.mock.calls]).toEqual([[], []]);
    jest.restoreAllMocks();
  });
});

describe('on an empty database', () => {
  beforeEach(async () => {
    env = settingsOf(await emptyDatabase());
  });

  it('commands make the tables first', async () => {
    expect(await answer('accounts', 'list')).toEqual([]);
  });

  it('commands refuse to work without tables where they may not make them', async () => {
    env['MIGRATE_ON_START'] = 'false';
    expect(await cli('accounts', 'list', '--json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('"migrate" applies them'),
    });
  });

  it('migrate makes the tables and names what it applied', async () => {
    env['MIGRATE_ON_START'] = 'false';
    const { applied } = await answer('migrate');
    expect(applied[0]).toMatch(/^Initial\d+$/);
    expect(await answer('accounts', 'list')).toEqual([]);
  });
});

describe('on a database that an older service may use', () => {
  it('commands apply no migration', async () => {
    env = settingsOf(await migratedDatabase());
    await query(env['DATABASE_URL']!, 'delete from migrations where id = (select max(id) from migrations)');
    expect(await cli('keys', 'list')).toMatchObject({ code: 1, stderr: expect.stringContaining('lacks migrations') });
  });
});

describe('with the embedded database', () => {
  it('a command starts it, and stops it at its end', async () => {
    env = { DATA_DIR: dataDir };
    const { code, stderr } = await cli('accounts', 'create', '--name', 'Shop');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^Creating the embedded database in .*\n$/),
    });
    expect(await serversBelow(dataDir)).toEqual([]);
  });

  it('a command uses that of a running service, and leaves it running', async () => {
    env = { DATA_DIR: dataDir };
    const service = await startEmbeddedPostgres({ dataDir, onNotice: () => undefined });
    expect(await answer('keys', 'create', '--name', 'website')).toMatchObject({ form_access_mode: 'all' });
    expect(await query(service.url, 'select name from api_keys')).toEqual([{ name: 'website' }]);
    await service.stop();
    expect(await serversBelow(dataDir)).toEqual([]);
  });

  it('doctor tells of it as of any other', async () => {
    env = { DATA_DIR: dataDir };
    expect(await cli('doctor')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok +database +PostgreSQL/m) });
    expect(await serversBelow(dataDir)).toEqual([]);
  });
});

describe('without a database', () => {
  it('keys generate makes a well-formed key, whatever the settings are', async () => {
    env = { PORT: 'none', DATABASE_URL: 'none' };
    const { key } = await answer('keys', 'generate');
    expect(parseSecret('fck', key)).not.toBeNull();
    expect((await cli('keys', 'generate')).stdout).toMatch(/^fck_[0-9A-Za-z]{50}\n$/);
  });

  it('other commands say that it cannot be reached, and not with which password', async () => {
    env = settingsOf('postgres://forms:hunter2@127.0.0.1:1/forms');
    const { code, stdout, stderr } = await cli('keys', 'list', '--json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^The database cannot be reached: .*ECONNREFUSED.*"doctor" says more\.\n$/);
    expect(stderr).not.toContain('hunter2');
  });

  it('other commands name every setting that is wrong', async () => {
    env = { PORT: 'none', DATABASE_URL: 'none' };
    const { code, stderr } = await cli('keys', 'list');
    expect(code).toBe(1);
    expect(stderr).toMatch(/PORT: .*\n.*DATABASE_URL: /);
  });
});

describe('doctor', () => {
  const findings = async () => {
    const { code, stdout } = await cli('doctor', '--json');
    const { checks } = JSON.parse(stdout) as {
      checks: { check: string; verdict: string; finding: string; remedy: string }[];
    };
    return { code, ...Object.fromEntries(checks.map(({ check, ...rest }) => [check, rest])) } as any;
  };

  it('finds nothing wrong with a migrated database and a folder that can be written to', async () => {
    env = settingsOf(await migratedDatabase());
    expect(await findings()).toEqual({
      code: 0,
      settings: { verdict: 'ok', finding: expect.any(String), remedy: null },
      database: { verdict: 'ok', finding: expect.stringMatching(/^PostgreSQL \d+/), remedy: null },
      redis: { verdict: 'off', finding: expect.any(String), remedy: null },
      storage: { verdict: 'ok', finding: expect.stringContaining(dataDir), remedy: null },
      smtp: { verdict: 'off', finding: expect.any(String), remedy: null },
      clock: { verdict: 'ok', finding: expect.any(String), remedy: null },
    });
  });

  it('says for people in a line what it found, and below what to do', async () => {
    env = { ...settingsOf(await emptyDatabase()), MIGRATE_ON_START: 'false' };
    const { code, stdout } = await cli('doctor');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ok {7}settings {2}\S.*\nfailed {3}database {2}PostgreSQL \d+.*\n {19}Apply them with "migrate"\.\n/,
    );
  });

  it('only warns of migrations that the service will apply itself', async () => {
    env = settingsOf(await emptyDatabase());
    expect(await findings()).toMatchObject({ code: 0, database: { verdict: 'warning' } });
    expect(
      await query(env['DATABASE_URL']!, `select 1 from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  it('tells of all that is wrong, and of what is well beside it', async () => {
    env = {
      ...settingsOf('postgres://forms:hunter2@127.0.0.1:1/forms'),
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

  it('checks what it can where a setting beside it is malformed', async () => {
    env = { ...settingsOf(await migratedDatabase()), APP_SECRET: 'short', REDIS_URL: 'none', SMTP_URL: 'none' };
    expect(await findings()).toMatchObject({
      code: 1,
      settings: { verdict: 'failed', finding: 'REDIS_URL, APP_SECRET, SMTP_URL, MAIL_FROM cannot be used.' },
      database: { verdict: 'ok' },
      redis: { verdict: 'failed', remedy: 'See the settings.' },
      storage: { verdict: 'ok' },
      smtp: { verdict: 'failed', remedy: 'See the settings.' },
      clock: { verdict: 'ok' },
    });
  });

  it('finds a folder that cannot be made', async () => {
    env = { ...settingsOf(await migratedDatabase()), DATA_DIR: '/dev/null/data' };
    expect(await findings()).toMatchObject({
      code: 1,
      storage: { verdict: 'failed', remedy: expect.stringContaining('DATA_DIR') },
    });
  });

  describe('beside servers that never answer', () => {
    const silent = createServer();
    const sockets: { destroy(): void }[] = [];
    let address: string;

    beforeAll(async () => {
      silent.on('connection', (socket) => sockets.push(socket));
      await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
      address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    });

    afterAll(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => silent.close(closed));
    });

    it('comes to an end, and takes an open port of a store for a good sign', async () => {
      env = {
        ...settingsOf(`postgres://forms@${address}/forms`),
        REDIS_URL: `redis://${address}`,
        SMTP_URL: `smtp://${address}`,
        MAIL_FROM: 'forms@example.com',
        ...{ S3_ENDPOINT: `http://${address}`, S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
      };
      const failing = { verdict: 'failed' };
      expect(await findings()).toMatchObject({
        ...{ code: 1, settings: { verdict: 'ok' }, storage: { verdict: 'ok' } },
        ...{ database: failing, redis: failing, smtp: failing, clock: failing },
      });
    }, 15_000);
  });
});

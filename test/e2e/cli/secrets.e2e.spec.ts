import { Readable } from 'node:stream';
import { ModuleRef } from '@nestjs/core';
import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import { AccountsModule } from '../../../src/accounts/accounts.module';
import { AccountsService } from '../../../src/accounts/accounts.service';
import type { Operator } from '../../support/operator';
import type { Input } from '../../../src/cli/terminal';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { operatorOf } from '../../support/app-operator';

let app: TestApp;
let operator: Operator;
let secrets: AccountSecretsService;
beforeAll(async () => {
  app = await startApp();
  operator = await operatorOf(app);
});
afterAll(() => app.close());

const typed = (...chunks: (string | Buffer)[]): Input => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

async function cli(stdin: Input, ...words: string[]) {
  operator.input = stdin;
  return operator.run('secrets', ...words);
}

const set = (name: string, value: string | Buffer, ...more: string[]) =>
  cli(typed(value), 'set', '--account', app.accountId, '--name', name, ...more);
const list = async (accountId = app.accountId) =>
  JSON.parse((await cli(typed(), 'list', '--account', accountId, '--json')).stdout) as unknown;

// Commands change the table from outside of the process, whose own service has read values in its cache: each test uses a new one.
beforeEach(async () => {
  await app.database.query('delete from account_secrets');
  secrets = await app.app.select(AccountsModule).get(ModuleRef, { strict: true }).create(AccountSecretsService);
});

describe('secrets set', () => {
  it('stores a value that the service can use and no command can read', async () => {
    const { code, stdout, stderr } = await set('CRM_TOKEN', 'canary zoë\n');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('CRM_TOKEN');
    expect(stdout).not.toContain('canary');
    expect(await secrets.open(app.accountId, ['CRM_TOKEN', 'OTHER'])).toEqual({ CRM_TOKEN: { value: 'canary zoë', hosts: [] } });
    const [row] = await app.database.query<{ sealed: Buffer }>('select sealed from account_secrets');
    expect(row!.sealed.includes('canary')).toBe(false);
  });

  it('replaces a value and keeps when the secret was first set', async () => {
    await set('CRM_TOKEN', 'one');
    const [before] = await secrets.list(app.accountId);
    await set('CRM_TOKEN', 'two');
    const [after, ...others] = await secrets.list(app.accountId);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ name: 'CRM_TOKEN', createdAt: before!.createdAt });
    expect(await secrets.open(app.accountId, ['CRM_TOKEN'])).toEqual({ CRM_TOKEN: { value: 'two', hosts: [] } });
  });

  it.each([
    ['one line break, as shells add it', 'a\nb\n', 'a\nb'],
    ['one line break of Windows', 'a\r\n', 'a'],
    ['no second one', 'a\n\n', 'a\n'],
    ['no other white space', ' a \t', ' a \t'],
  ])('strips %s from the end', async (_, sent, kept) => {
    await set('CRM_TOKEN', sent);
    expect(await secrets.open(app.accountId, ['CRM_TOKEN'])).toEqual({ CRM_TOKEN: { value: kept, hosts: [] } });
  });

  it('reads a value that arrives in chunks, even when a character is split', async () => {
    const bytes = Buffer.from('zoë');
    await cli(typed(bytes.subarray(0, 3), bytes.subarray(3)), 'set', '--account', app.accountId, '--name', 'A');
    expect(await secrets.open(app.accountId, ['A'])).toEqual({ A: { value: 'zoë', hosts: [] } });
  });

  it('accepts a value of 8 KiB, and refuses longer, empty and binary values', async () => {
    expect((await set('LONG', `${'x'.repeat(8192)}\n`)).code).toBe(0);
    for (const value of ['x'.repeat(8193), 'x'.repeat(1_000_000), '', '\n', Buffer.of(0xff, 0xfe)]) {
      const { code, stdout, stderr } = await set('OTHER', value);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^The value of a secret .*\n$/);
    }
    expect(await secrets.list(app.accountId)).toEqual([expect.objectContaining({ name: 'LONG' })]);
  });

  it('refuses to read a value from a terminal', async () => {
    const stdin = Object.assign(typed('x'), { isTTY: true });
    const { code, stderr } = await cli(stdin, 'set', '--account', app.accountId, '--name', 'A');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('standard input') });
  });

  it.each(['token', '1A', '_A', 'A-B', 'A'.repeat(65), ''])('exits with a usage error for the name %j', async (name) => {
    expect((await set(name, 'x')).code).toBe(2);
  });

  it('writes an audit event without the value', async () => {
    await set('AUDITED', 'canary');
    await cli(typed(), 'remove', '--account', app.accountId, '--name', 'AUDITED');
    const events = await app.database.query<object>(
      `select action, account_id, api_key_id, resource_id from audit_events where resource_id = 'AUDITED' order by id`,
    );
    const event = { account_id: app.accountId, api_key_id: null, resource_id: 'AUDITED' };
    expect(events).toEqual([
      { ...event, action: 'secrets set' },
      { ...event, action: 'secrets remove' },
    ]);
  });
});

describe('the hosts of a secret', () => {
  const HOSTS = ['--host', 'crm.example.com', '--host', 'BÜCHER.example', '--host', '[::1]'];
  const hosts = ['crm.example.com', 'xn--bcher-kva.example', '::1'];

  it('are stored in one notation with its value, shown, and asked for where there are none', async () => {
    const { stdout } = await set('CRM_TOKEN', 'canary', ...HOSTS, '--json');
    expect(JSON.parse(stdout)).toEqual({ account_id: app.accountId, name: 'CRM_TOKEN', hosts });
    expect(await secrets.open(app.accountId, ['CRM_TOKEN'])).toEqual({ CRM_TOKEN: { value: 'canary', hosts } });
    expect((await set('OTHER', 'x')).stdout).toContain('secrets hosts --name OTHER --host');
  });

  it('stay when only the value is replaced, and the value when only they are', async () => {
    await set('CRM_TOKEN', 'one', ...HOSTS);
    expect((await set('CRM_TOKEN', 'two')).stdout).toContain('crm.example.com');
    const { code } = await cli(typed(), 'hosts', '--account', app.accountId, '--name', 'CRM_TOKEN', '--host', 'b.example');
    expect(code).toBe(0);
    expect(await secrets.open(app.accountId, ['CRM_TOKEN'])).toEqual({ CRM_TOKEN: { value: 'two', hosts: ['b.example'] } });
    const actions = await app.database.query(`select action from audit_events where action = 'secrets hosts'`);
    expect(actions).toHaveLength(1);
  });

  it('are not those of a secret that does not exist', async () => {
    const { code, stderr } = await cli(typed(), 'hosts', '--account', app.accountId, '--name', 'GONE', '--host', 'b.example');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('no secret "GONE"') });
  });

  it.each(['https://a.example', 'a.example:8443', 'a.example/x', '*.example.com', 'a@b.example', 'a b', '.', '', 'a..b\\c'])(
    'are no %j, which exits with a usage error',
    async (host) => {
      expect((await set('CRM_TOKEN', 'x', '--host', host)).code).toBe(2);
    },
  );
});

describe('secrets list', () => {
  it('shows names and times by name, and no value', async () => {
    await set('B_SECRET', 'canary', '--host', 'A.example.', '--host', '127.1');
    await set('A_SECRET', 'canary');
    const dates = { created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) };
    expect(await list()).toEqual([
      { name: 'A_SECRET', hosts: [], ...dates },
      { name: 'B_SECRET', hosts: ['a.example', '127.0.0.1'], ...dates },
    ]);
    const { stdout } = await cli(typed(), 'list', '--account', app.accountId);
    expect(stdout).toMatch(/^NAME +SET ON +HOSTS\nA_SECRET +\d{4}-\d\d-\d\d +any\nB_SECRET +\d{4}-\d\d-\d\d +a\.example, 127\.0\.0\.1\n$/);
  });

  it('shows nothing of another account', async () => {
    await set('CRM_TOKEN', 'x');
    const other = await app.stranger();
    expect(await list(other.accountId)).toEqual([]);
    expect(await secrets.open(other.accountId, ['CRM_TOKEN'])).toEqual({});
  });

  it('accepts the name of an account, and reports an unknown one', async () => {
    await app.app.get(AccountsService).create('Shop', 'pro');
    expect(await list('Shop')).toEqual([]);
    const { code, stderr } = await cli(typed(), 'list', '--account', 'Nobody');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('There is no account') });
  });
});

describe('secrets remove', () => {
  it('removes a secret, and reports an unknown one', async () => {
    await set('CRM_TOKEN', 'x');
    const remove = () => cli(typed(), 'remove', '--account', app.accountId, '--name', 'CRM_TOKEN', '--json');
    const { code, stdout } = await remove();
    expect({ code, answer: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      answer: { account_id: app.accountId, name: 'CRM_TOKEN' },
    });
    expect(await list()).toEqual([]);
    expect(await remove()).toMatchObject({ code: 1, stderr: expect.stringContaining('"secrets list"') });
  });
});

it('decrypts a value only for its own account and name', async () => {
  await set('A', 'canary');
  await set('B', 'other');
  await app.database.query(`update account_secrets set sealed = (select sealed from account_secrets where name = 'A') where name = 'B'`);
  await expect(secrets.open(app.accountId, ['B'])).rejects.toThrow('cannot be opened');
});

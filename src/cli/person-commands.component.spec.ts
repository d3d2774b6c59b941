import { SCOPES } from '../api/auth/caller';
import { Operator } from '../../test/support/operator';

let operator: Operator;
beforeAll(async () => {
  operator = await Operator.withServices({ BASE_URL: 'https://forms.example.com' });
});
beforeEach(() => operator.deleteRows());

const LINK = /^https:\/\/forms\.example\.com\/console#fcl_[0-9A-Za-z]{50}$/;
const listed = async () => (await operator.ask('keys', 'list')) as unknown as { id: string; kind: string; account_name: string }[];
const accountOf = (name: string, owner: string) => operator.ask('accounts', 'create', '--name', name, '--owner', owner);

describe('accounts create --owner', () => {
  it('makes a person with all rights and without an end, and the console does not ask for the owner', async () => {
    const printed = (await operator.ask(
      'accounts',
      'create',
      '--name',
      'Shop',
      '--owner',
      'Lena@Example.COM',
      '--owner-name',
      'Lena',
    )) as object;
    const [owner] = await listed();
    expect(owner).toMatchObject({
      kind: 'person',
      account_name: 'Shop',
      person: { address: 'lena@example.com', name: 'Lena', joined_at: null },
      scopes: [...SCOPES].sort(),
      form_access_mode: 'all',
      expires_at: null,
      created_by_key_id: null,
    });
    expect(printed).toMatchObject({ name: 'Shop', owner: { id: owner!.id } });
    const [account] = await operator.sql('select owner_asked_at is not null as is_answered from accounts');
    expect(account).toEqual({ is_answered: true });
    const events = await operator.sql('select action, actor, resource_id from audit_events');
    expect(events).toEqual([{ action: 'keys create', actor: 'operator', resource_id: owner!.id }]);
  });

  it('names the owner by the address, and says how to sign in', async () => {
    const { stdout } = await operator.run('accounts', 'create', '--name', 'Shop', '--owner', 'lena@example.com');
    expect(stdout).toMatch(
      /^The account "Shop" has .*\nlena@example\.com may do everything .*\n.* console --account [0-9a-f-]{36} --person lena@example\.com\n$/,
    );
    expect(await listed()).toMatchObject([{ name: 'lena@example.com' }]);
  });

  it.each([
    [['--owner', 'lena'], 'Put one mail address'],
    [['--owner', 'lena@example.com', '--owner-name', ' '], 'A name has 1 to 255 characters'],
    [['--owner-name', 'Lena'], 'Put the address of the owner with --owner.'],
  ])('refuses %j before it makes an account', async (options, message) => {
    const { code, stderr } = await operator.run('accounts', 'create', '--name', 'Shop', ...options);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(await operator.ask('accounts', 'list')).toEqual([]);
  });
});

describe('console --person', () => {
  it('prints a link for the person, in place of earlier ones, and the audit trail tells it', async () => {
    await accountOf('Shop', 'lena@example.com');
    await operator.ask('console', '--person', 'lena@example.com');
    const { code, stdout, stderr } = await operator.run('console', '--person', 'LENA@example.com');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim()).toMatch(LINK);
    const { id } = (await listed())[0]!;
    const links = await operator.sql(
      `select api_key_id, kind, expires_at - created_at = interval '10 minutes' as lasts from console_secrets`,
    );
    expect(links).toEqual([{ api_key_id: id, kind: 'link', lasts: true }]);
    const events = await operator.sql(`select actor, api_key_id, resource_id from audit_events where action = 'keys sign_in_link'`);
    expect(events).toEqual(Array(2).fill({ actor: 'operator', api_key_id: null, resource_id: id }));
  });

  it('needs the account of somebody who is in several', async () => {
    await accountOf('Shop', 'lena@example.com');
    await accountOf('Club', 'lena@example.com');
    const { code, stderr } = await operator.run('console', '--person', 'lena@example.com');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/several accounts.*--account: ("Shop", "Club"|"Club", "Shop")\.\n$/),
    });
    expect((await operator.run('console', '--person', 'lena@example.com', '--account', 'Club')).stdout.trim()).toMatch(LINK);
    const [link] = await operator.sql(
      'select a.name from console_secrets c join api_keys k on k.id = c.api_key_id join accounts a on a.id = k.account_id',
    );
    expect(link).toEqual({ name: 'Club' });
  });

  it('refuses an address that nobody has, and one of somebody who has left', async () => {
    await accountOf('Shop', 'lena@example.com');
    await accountOf('Club', 'mia@example.com');
    const [lena] = await listed();
    await operator.ask('keys', 'revoke', lena!.id);
    for (const address of ['nobody@example.com', 'lena@example.com']) {
      const { code, stderr } = await operator.run('console', '--person', address);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `Nobody with the address ${address} can sign in. "keys list" shows who can.\n` });
    }
    expect(await operator.run('console', '--person', 'mia@example.com', '--account', 'Shop')).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('keys', () => {
  it('list people with their addresses', async () => {
    await operator.run('accounts', 'create', '--name', 'Shop', '--owner', 'lena@example.com', '--owner-name', 'Lena');
    await operator.ask('keys', 'create', '--name', 'website', '--scopes', 'forms:read');
    const { stdout } = await operator.run('keys', 'list');
    expect(stdout).toMatch(/^ID +ACCOUNT +NAME +PERSON +SCOPES/);
    expect(stdout).toMatch(/Shop +Lena +lena@example\.com +all +all +without an end/);
    expect(stdout).toMatch(/Shop +website +forms:read +all +works until \d/);
  });

  it('rotate refuses a person, who has no value', async () => {
    await accountOf('Shop', 'lena@example.com');
    const [lena] = await listed();
    expect(await operator.run('keys', 'rotate', lena!.id)).toMatchObject({ code: 1, stderr: expect.stringContaining('console --person') });
    expect((await operator.run('keys', 'revoke', lena!.id)).stdout).toBe('The person "lena@example.com" has been revoked.\n');
  });
});

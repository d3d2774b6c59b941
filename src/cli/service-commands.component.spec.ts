import { Operator } from '../../test/support/operator';

let operator: Operator;
beforeAll(async () => {
  operator = await Operator.withServices({ BASE_URL: 'https://forms.example.com/under/' });
});
beforeEach(() => operator.deleteRows());

const LINK = /^https:\/\/forms\.example\.com\/under\/console#fcl_[0-9A-Za-z]{50}$/;

describe('console', () => {
  it('prints a link alone, which lasts for ten minutes and is stored as a digest', async () => {
    const { code, stdout, stderr } = await operator.run('console');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [link, end] = stdout.split('\n');
    expect([link, end]).toEqual([expect.stringMatching(LINK), '']);
    const [row] = await operator.sql(
      `select encode(digest, 'escape') as digest, expires_at - created_at = interval '10 minutes' as lasts from console_secrets`,
    );
    expect(row).toMatchObject({ lasts: true });
    expect(JSON.stringify(row)).not.toContain(link!.split('#')[1]!);
  });

  it('prints it as JSON, for the account that is named', async () => {
    await operator.ask('accounts', 'create', '--name', 'Shop');
    await operator.ask('accounts', 'create', '--name', 'Club');
    const printed = await operator.ask('console', '--account', 'Club');
    expect(printed).toEqual({ url: expect.stringMatching(LINK), expires_at: expect.stringMatching(/Z$/) });
    const owners = await operator.sql(
      `select a.name, k.name as key from console_secrets c join api_keys k on k.id = c.api_key_id join accounts a on a.id = k.account_id`,
    );
    expect(owners).toEqual([{ name: 'Club', key: 'console' }]);
    expect(await operator.ask('keys', 'list')).toEqual([]);
    expect(await operator.ask('accounts', 'show', '--account', 'Club')).toMatchObject({ keys: 0 });
  });

  it('says why there is none', async () => {
    const refused = { code: 1, stdout: '' };
    expect(await operator.run('console', '--account', 'Nobody')).toEqual({
      ...refused,
      stderr: 'There is no account "Nobody". "accounts list" shows all accounts.\n',
    });
    operator.env['CONSOLE'] = 'off';
    expect(await operator.runApart('console')).toEqual({
      ...refused,
      stderr: 'The console is off. Set CONSOLE to "on", its default.\n',
    });
  });
});

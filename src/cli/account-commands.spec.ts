import { Operator } from './operator.fixture';

let operator: Operator;

beforeAll(async () => {
  operator = await Operator.start();
}, 60_000);

afterAll(() => operator.stop());

beforeEach(() => operator.onMigratedDatabase());

describe('accounts', () => {
  it('are created for self-hosting unless another plan is named', async () => {
    const shop = await operator.ask('accounts', 'create', '--name', 'Shop');
    expect(shop).toEqual({ id: expect.any(String), name: 'Shop', plan: 'self_hosted' });
    const club = await operator.ask(
      'accounts',
      'create',
      '--name',
      'Club',
      '--plan',
      'pro',
      '--aggregate-per-minute',
      '7',
    );
    expect(club).toMatchObject({ name: 'Club', plan: 'pro' });
    expect(await operator.ask('accounts', 'list')).toEqual([
      { ...shop, aggregate_per_minute: null, created_at: expect.any(String) },
      { ...club, aggregate_per_minute: 7, created_at: expect.any(String) },
    ]);
  });

  it('are told apart by their names, also when they are created at the same time', async () => {
    const outcomes = await Promise.all([1, 2].map(() => operator.run('accounts', 'create', '--name', 'Shop')));
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('There is already an account with the name "Shop".\n');
  });

  it('are refused with an unknown plan, and the plans are named', async () => {
    const { code, stdout, stderr } = await operator.run(
      'accounts',
      'create',
      '--name',
      'Shop',
      '--plan',
      'gold',
      '--json',
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('The plans are ');
  });

  it('change their plan by id and by name, and keep the points that they have', async () => {
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const points = async () => (await operator.sql('select points_balance from accounts'))[0]?.['points_balance'];
    expect(await points()).toBeNull();
    expect(await operator.ask('accounts', 'set-plan', '--account', id, '--plan', 'pro')).toEqual({
      id,
      name: 'Shop',
      plan: 'pro',
    });
    expect(await points()).toBe(0);
    await operator.sql('update accounts set points_balance = 5');
    await operator.ask('accounts', 'set-plan', '--account', 'Shop', '--plan', 'business');
    expect(await points()).toBe(5);
    await operator.ask('accounts', 'set-plan', '--account', 'Shop', '--plan', 'self_hosted');
    expect(await points()).toBeNull();
  });

  it('are a table for people', async () => {
    await operator.run('accounts', 'create', '--name', 'Shop of Zoë');
    const { stdout } = await operator.run('accounts', 'list');
    expect(stdout).toMatch(/^ID +NAME +PLAN +SINCE\n[0-9a-f-]{36} {2}Shop of Zoë {2}self_hosted {2}\d{4}-\d\d-\d\d\n$/);
  });
});

import { Operator } from '../../test/support/operator';

let operator: Operator;

beforeAll(async () => {
  operator = await Operator.withServices();
});
beforeEach(() => operator.deleteRows());

describe('accounts', () => {
  it('are created with the plan self_hosted by default', async () => {
    const shop = await operator.ask('accounts', 'create', '--name', 'Shop');
    expect(shop).toEqual({ id: expect.any(String), name: 'Shop', plan: 'self_hosted' });
    const club = await operator.ask('accounts', 'create', '--name', 'Club', '--plan', 'pro', '--aggregate-per-minute', '7');
    expect(club).toMatchObject({ name: 'Club', plan: 'pro' });
    expect(await operator.ask('accounts', 'list')).toEqual([
      { ...shop, aggregate_per_minute: null, created_at: expect.any(String), suspended_at: null },
      { ...club, aggregate_per_minute: 7, created_at: expect.any(String), suspended_at: null },
    ]);
  });

  it('have unique names, also when they are created at the same time', async () => {
    const outcomes = await Promise.all([1, 2].map(() => operator.runApart('accounts', 'create', '--name', 'Shop')));
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(outcomes.map(({ stderr }) => stderr).join('')).toBe('There is already an account with the name "Shop".\n');
  });

  it('are shown with their limits, points, and the numbers of their keys and forms', async () => {
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop', '--plan', 'free');
    await operator.ask('keys', 'create', '--name', 'site', '--account', 'Shop');
    expect(await operator.ask('accounts', 'show')).toEqual({
      id,
      name: 'Shop',
      plan: 'free',
      created_at: expect.stringMatching(/Z$/),
      suspended_at: null,
      notify_email: null,
      time_zone: null,
      limits: {
        forms: 5,
        keys: 20,
        form_submissions_per_month: 500,
        points_per_month: 100,
        open_test_runs: 2,
        notification_mails_per_hour: 100,
        stored_bytes: 10_737_418_240,
        trash_days: 30,
        read_per_minute: 60,
        write_per_minute: 20,
        destructive_per_minute: 5,
        user_aggregate_per_minute: 90,
      },
      compute_points: { granted: 100, reserved: 0, consumed: 0, available: 100 },
      keys: 1,
      forms: 0,
      quarantined: 0,
      stored_bytes: 0,
    });
    await operator.ask('accounts', 'set-plan', '--account', id, '--plan', 'self_hosted');
    const { stdout } = await operator.run('accounts', 'show', '--account', 'Shop');
    expect(stdout).toMatch(/^suspended at +none$/m);
    expect(stdout).toMatch(/^forms +unlimited$/m);
    expect(stdout).toMatch(/^available +unlimited$/m);
  });

  it('have an address for notifications, which can be cleared', async () => {
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const set = ['accounts', 'set-email', '--account', 'Shop'];
    const notified = { id, name: 'Shop', notify_email: 'you@example.com' };
    expect(await operator.ask(...set, '--email', 'you@example.com')).toEqual(notified);
    expect(await operator.ask('accounts', 'show')).toMatchObject({ notify_email: 'you@example.com' });
    const { stdout } = await operator.run(...set, '--email', 'me@example.com');
    expect(stdout).toBe('The account "Shop" now has its notifications sent to me@example.com.\n');
    expect(await operator.ask(...set, '--clear')).toEqual({ ...notified, notify_email: null });
  });

  it.each([
    [[], 'Put an address with --email, or --clear.'],
    [['--email', 'you@example.com', '--clear'], "option '--clear' cannot be used with option '--email <address>'"],
    [['--email', 'you@example.com,me@example.com'], 'Put one mail address'],
    [['--email', 'You <you@example.com>'], 'Put one mail address'],
  ])('refuse other changes of the address: %j', async (words, message) => {
    const { code, stderr } = await operator.run('accounts', 'set-email', '--account', 'Shop', ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('have a time zone, in which pages and mails tell times, and which can be cleared', async () => {
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const set = ['accounts', 'set-time-zone', '--account', 'Shop'];
    const zoned = { id, name: 'Shop', time_zone: 'Europe/Berlin' };
    expect(await operator.ask(...set, '--time-zone', 'Europe/Berlin')).toEqual(zoned);
    expect(await operator.ask('accounts', 'show')).toMatchObject({ time_zone: 'Europe/Berlin' });
    expect(await operator.ask(...set, '--clear')).toEqual({ ...zoned, time_zone: null });
  });

  it.each([
    [[], 'Put a time zone with --time-zone, or --clear.'],
    [['--time-zone', 'Europe/Berlin', '--clear'], "option '--clear' cannot be used with option '--time-zone <name>'"],
    [['--time-zone', 'Europe/Nowhere'], 'Put the name of an IANA time zone'],
    [['--time-zone', '+01:00'], 'Put the name of an IANA time zone'],
  ])('refuse other changes of the time zone: %j', async (words, message) => {
    const { code, stderr } = await operator.run('accounts', 'set-time-zone', '--account', 'Shop', ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('are suspended and resumed by id and by name', async () => {
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const suspended = { id, name: 'Shop', suspended_at: expect.stringMatching(/Z$/) };
    const first = await operator.ask('accounts', 'suspend', '--account', 'Shop');
    expect(first).toEqual(suspended);
    expect(await operator.ask('accounts', 'suspend', '--account', id)).toEqual(first);
    expect(await operator.ask('accounts', 'list')).toMatchObject([first]);
    expect((await operator.run('accounts', 'list')).stdout).toContain(`  ${first.suspended_at.slice(0, 10)}\n`);
    expect(await operator.ask('accounts', 'resume', '--account', id)).toEqual({ ...suspended, suspended_at: null });
    const { stdout } = await operator.run('accounts', 'suspend', '--account', 'Shop');
    expect(stdout).toMatch(/^The account "Shop" is suspended\./);
  });

  it('are refused with an unknown plan as wrong usage, and the message lists the plans', async () => {
    const { code, stdout, stderr } = await operator.run('accounts', 'create', '--name', 'Shop', '--plan', 'gold', '--json');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('The plans are ');
    await operator.ask('accounts', 'create', '--name', 'Shop');
    expect(await operator.run('accounts', 'set-plan', '--account', 'Shop', '--plan', 'gold')).toMatchObject({
      code: 2,
    });
  });

  it('change their plan by id and by name, and keep their points', async () => {
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

  it('are printed as a table without --json', async () => {
    await operator.run('accounts', 'create', '--name', 'Shop of Zoë');
    const { stdout } = await operator.run('accounts', 'list');
    expect(stdout).toMatch(/^ID +NAME +PLAN +SINCE +SUSPENDED\n[0-9a-f-]{36} {2}Shop of Zoë {2}self_hosted {2}\d{4}-\d\d-\d\d\n$/);
  });

  it('are granted points in addition to those of their plan', async () => {
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop', '--plan', 'free');
    const granted = await operator.ask('accounts', 'grant-points', '--account', 'Shop', '--points', '50');
    expect(granted).toEqual({ id, name: 'Shop', points_balance: 150 });
    const { stdout } = await operator.run('accounts', 'grant-points', '--account', id, '--points', '1');
    expect(stdout).toBe('The account "Shop" can now reserve 151 points.\n');
  });

  it('are not granted points where the plan has no limit', async () => {
    const { id } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const granted = await operator.ask('accounts', 'grant-points', '--account', id, '--points', '50');
    expect(granted).toEqual({ id, name: 'Shop', points_balance: null });
  });

  it.each([
    ['an account that does not exist', ['--account', 'Club', '--points', '5'], 1, 'There is no account "Club"'],
    ['more points than an account can have', ['--account', 'Shop', '--points', '1000000000'], 1, 'at most'],
    ['less than one point', ['--account', 'Shop', '--points', '0'], 2, 'from 1 to 1000000000'],
    ['no account', ['--points', '5'], 2, '--account'],
  ])('are not granted points for %s', async (_, words, code, told) => {
    await operator.ask('accounts', 'create', '--name', 'Shop', '--plan', 'free');
    const outcome = await operator.run('accounts', 'grant-points', ...words);
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(told) });
  });
});

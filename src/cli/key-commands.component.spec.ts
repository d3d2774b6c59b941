import { SCOPES } from '../api/auth/caller';
import { parseSecret } from '../api/auth/secret-format.rules';
import { atEnd } from '../../test/support/at-end';
import { newId } from '../platform/ids.rules';
import { daysUntil, Operator } from '../../test/support/operator';

let operator: Operator;

beforeAll(async () => {
  operator = await Operator.withServices();
});
beforeEach(() => operator.deleteRows());

describe('keys create', () => {
  it('creates the account "default" where there is none, and a key with all scopes for a year', async () => {
    const created = await operator.ask('keys', 'create', '--name', 'website');
    expect(created).toMatchObject({
      id: expect.any(String),
      key: expect.any(String),
      scopes: [...SCOPES].sort(),
      form_access_mode: 'all',
      rate_limits: { read_per_minute: null },
      status: 'active',
      secrets: [{ prefix: created.key.slice(0, 12) }],
    });
    const { key, ...members } = created;
    expect(key).toMatch(/^fck_/);
    const [listed] = (await operator.ask('keys', 'list')) as unknown as object[];
    expect(listed).toEqual({ ...members, account_id: expect.any(String), account_name: 'default' });
    expect(parseSecret('fck', created.key)).not.toBeNull();
    expect(daysUntil(created.expires_at)).toBeCloseTo(365, 2);
    expect(await operator.ask('accounts', 'list')).toMatchObject([{ name: 'default', plan: 'self_hosted' }]);
  });

  it('and other commands take ids in capital letters, as the API does', async () => {
    const { id: account } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const { id } = await operator.ask('keys', 'create', '--name', 'one', '--account', account.toUpperCase());
    for (const command of ['rotate', 'revoke']) expect(await operator.ask('keys', command, id.toUpperCase())).toMatchObject({ id });
    const form = await operator.aForm(account);
    const undone = await operator.run('submissions', 'undo-import', newId().toUpperCase(), '--form', form.toUpperCase());
    expect(undone.stderr).toContain('The form has no import with this id');
  });

  it('creates one account "default" when it is called several times at once', async () => {
    const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => operator.runApart('keys', 'create', '--name', name)));
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, '']));
    expect(await operator.ask('accounts', 'list')).toHaveLength(1);
    expect(await operator.ask('keys', 'list', '--account', 'default')).toHaveLength(3);
  });

  it('uses the only account, or "default" among several', async () => {
    const shop = await operator.ask('accounts', 'create', '--name', 'Shop');
    await operator.ask('keys', 'create', '--name', 'one');
    const fallback = await operator.ask('accounts', 'create', '--name', 'default');
    await operator.ask('keys', 'create', '--name', 'two');
    expect(await operator.ask('keys', 'list')).toMatchObject([
      { name: 'one', account_id: shop.id, account_name: 'Shop' },
      { name: 'two', account_id: fallback.id, account_name: 'default' },
    ]);
  });

  it('requires --account when there are several accounts without "default"', async () => {
    await operator.ask('accounts', 'create', '--name', 'Shop');
    const { id } = await operator.ask('accounts', 'create', '--name', 'Club');
    expect(await operator.run('keys', 'create', '--name', 'x', '--json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('--account'),
    });
    await operator.ask('keys', 'create', '--name', 'by id', '--account', id);
    await operator.ask('keys', 'create', '--name', 'by name', '--account', 'Club');
    expect(await operator.ask('keys', 'list', '--account', 'Shop')).toEqual([]);
    expect(await operator.ask('keys', 'list', '--account', 'Club')).toMatchObject([{ name: 'by id' }, { name: 'by name' }]);
  });

  it('sets the scopes, limits and expiry of the options', async () => {
    const rights = ['--scopes', 'forms:read,submissions:read', '--read-only', '--expires-in', '90d'];
    const limits = ['--read-per-minute', '1', '--write-per-minute', '2', '--destructive-per-minute', '3'];
    const created = await operator.ask('keys', 'create', '--name', 'report', ...rights, ...limits);
    expect(created.scopes).toEqual(['forms:read', 'submissions:read']);
    expect(daysUntil(created.expires_at)).toBeCloseTo(90, 2);
    expect(await operator.ask('keys', 'list')).toMatchObject([
      { writes_enabled: false, rate_limits: { read_per_minute: 1, write_per_minute: 2, destructive_per_minute: 3 } },
    ]);
  });

  it('limits a key to the forms of --forms', async () => {
    const { id: account } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const [one, two] = [await operator.aForm(account), await operator.aForm(account)];
    const created = await operator.ask('keys', 'create', '--name', 'x', '--forms', `${one},${two}`);
    expect(created.form_access_mode).toBe('selected');
    const granted = await operator.sql('select form_id from api_key_grants where api_key_id = $1', [created.id]);
    expect(granted.map(({ form_id }) => form_id).sort()).toEqual([one, two].sort());
  });

  it('refuses forms that the account does not have, and names them', async () => {
    const { id: shop } = await operator.ask('accounts', 'create', '--name', 'Shop');
    const { id: club } = await operator.ask('accounts', 'create', '--name', 'Club');
    const [ours, theirs] = [await operator.aForm(shop), await operator.aForm(club)];
    const { code, stderr } = await operator.run('keys', 'create', '--name', 'x', '--account', 'Shop', '--forms', `${ours},${theirs}`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `The account has no form ${theirs}.\n` });
    expect(await operator.ask('keys', 'list')).toEqual([]);
  });

  it('refuses more keys than the plan allows', async () => {
    await operator.ask('accounts', 'create', '--name', 'Shop', '--plan', 'free');
    await operator.sql(`update plans set keys_max = 1 where name = 'free'`);
    atEnd(() => operator.sql(`update plans set keys_max = 20 where name = 'free'`));
    await operator.ask('keys', 'create', '--name', 'one');
    expect(await operator.run('keys', 'create', '--name', 'two')).toMatchObject({ code: 1, stdout: '' });
  });

  it('prints the key alone on the first line without --json', async () => {
    const { stdout } = await operator.run('keys', 'create', '--name', 'website');
    expect(parseSecret('fck', stdout.split('\n')[0]!)).not.toBeNull();
  });
});

describe('keys rotate', () => {
  const expiryOfTexts = async () => {
    const rows = await operator.sql<{ end: Date | null }>('select expires_at as end from api_key_secrets order by created_at');
    return rows.map(({ end }) => end?.toISOString() ?? null);
  };

  it('issues a new text and lets the previous one work for a day', async () => {
    const created = await operator.ask('keys', 'create', '--name', 'x');
    const rotated = await operator.ask('keys', 'rotate', created.id);
    expect(rotated).toMatchObject({ id: created.id, name: 'x', secrets: [{ expires_at: null }, { expires_at: expect.any(String) }] });
    expect(rotated.key).not.toBe(created.key);
    const [previous, current] = await expiryOfTexts();
    expect(daysUntil(previous!)).toBeCloseTo(1, 2);
    expect(current).toBeNull();
  });

  it('can end the previous text at once, and never extends it', async () => {
    const { id } = await operator.ask('keys', 'create', '--name', 'x');
    await operator.ask('keys', 'rotate', id, '--overlap', '0s');
    await operator.ask('keys', 'rotate', id, '--overlap', '7d');
    const [first, second] = await expiryOfTexts();
    expect(Date.parse(first!)).toBeLessThanOrEqual(Date.now());
    expect(daysUntil(second!)).toBeCloseTo(7, 2);
  });

  it('refuses keys that are revoked, expired or unknown', async () => {
    const revoked = await operator.ask('keys', 'create', '--name', 'revoked');
    const expired = await operator.ask('keys', 'create', '--name', 'expired');
    await operator.ask('keys', 'revoke', revoked.id);
    await operator.sql('update api_keys set expires_at = now() where id = $1', [expired.id]);
    for (const id of [revoked.id, expired.id, newId(), 'website']) {
      expect(await operator.run('keys', 'rotate', id, '--json')).toMatchObject({ code: 1, stdout: '' });
    }
    expect(await expiryOfTexts()).toEqual([null, null]);
  });
});

describe('keys revoke', () => {
  it('revokes a key, and refuses one that is revoked', async () => {
    const { id } = await operator.ask('keys', 'create', '--name', 'x');
    const revoked = await operator.ask('keys', 'revoke', id);
    expect(revoked).toMatchObject({ id, status: 'revoked', revoked_at: expect.any(String) });
    expect(await operator.ask('keys', 'list')).toMatchObject([{ id, revoked_at: revoked.revoked_at }]);
    expect(await operator.run('keys', 'revoke', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('keys list'),
    });
  });
});

describe('keys list', () => {
  it('never shows the text of a key', async () => {
    const { key } = await operator.ask('keys', 'create', '--name', 'x');
    for (const { stdout } of [await operator.run('keys', 'list'), await operator.run('keys', 'list', '--json')]) {
      expect(stdout).toContain('x');
      expect(stdout).not.toContain(key.slice(4, 16));
    }
  });

  it('shows whether a key works', async () => {
    const { id } = await operator.ask('keys', 'create', '--name', 'former', '--scopes', 'forms:read');
    await operator.ask('keys', 'create', '--name', 'current', '--read-only');
    await operator.ask('keys', 'revoke', id);
    const { stdout } = await operator.run('keys', 'list');
    expect(stdout).toMatch(/former +forms:read +all +revoked on \d/);
    expect(stdout).toMatch(/current +all \(read-only\) +all +works until \d/);
  });
});

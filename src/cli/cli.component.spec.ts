import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../../test/support/wait-until';
import { SCOPES } from '../api/auth/caller';
import { parseSecret } from '../api/auth/secret-format.rules';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres';
import { serversBelow } from '../embedded-postgres/embedded-postgres.fixture';
import { Operator, rowsOf } from '../../test/support/operator';

let operator: Operator;

beforeAll(async () => {
  operator = await Operator.start();
});

describe('on a migrated database', () => {
  beforeAll(() => operator.onMigratedDatabase());

  describe('migrate', () => {
    it('reports that nothing was pending', async () => {
      expect(await operator.ask('migrate')).toEqual({ applied: [] });
      expect((await operator.run('migrate')).stdout).toBe('No migration was pending.\n');
    });
  });

  describe('wrong usage', () => {
    it.each([
      [[], 'Usage: npm run cli -- [options]'],
      [['keys'], 'Usage: npm run cli -- keys [options]'],
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
    ])('%j exits with 2 and writes the reason to standard error', async (words, message) => {
      const { code, stdout, stderr } = await operator.run(...words);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(message);
    });

    it('does not include --help', async () => {
      expect(await operator.run('keys', 'create', '--help')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('--expires-in'),
        stderr: '',
      });
    });
  });

  it('--version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
    expect(await operator.run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('--help marks the options that are required, and no others', async () => {
    const { stdout } = await operator.run('keys', 'create', '--help');
    expect(stdout.match(/--[a-z-]+(?= .*\(required\))/g)).toEqual(['--name']);
  });

  it('closes its connections before it ends', async () => {
    await operator.ask('accounts', 'list');
    await waitUntil(async () => {
      const sql = `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
      return (await operator.sql(sql)).length === 1; // the connection of this query
    });
  });

  it('writes nothing to standard output but the result', async () => {
    const write = jest.spyOn(process.stdout, 'write');
    const log = jest.spyOn(console, 'log');
    await operator.ask('keys', 'create', '--name', 'x');
    await operator.run('doctor', '--json');
    expect([write.mock.calls, log.mock.calls]).toEqual([[], []]);
    jest.restoreAllMocks();
  });
});

describe('APP_SECRET', () => {
  const MINE = { APP_SECRET: 'an-app-secret-for-these-tests-only' };
  const OTHER = { APP_SECRET: 'another-app-secret-for-these-tests-only' };
  const under = (settings: NodeJS.ProcessEnv) => Object.assign(operator.env, { APP_SECRET_PREVIOUS: '', ...settings });
  const refused = {
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The data .* another .*\n.*_PREVIOUS/) as unknown,
  };
  const list = () => operator.run('accounts', 'list');

  beforeEach(async () => {
    await operator.onMigratedDatabase();
    await operator.ask('accounts', 'create', '--name', 'Shop');
  });

  it('that is another one than the data was made under is refused', async () => {
    under(OTHER);
    expect(await list()).toEqual(refused);
    under(MINE);
    expect(await list()).toMatchObject({ code: 0 });
  });

  it('is replaced together with APP_SECRET_PREVIOUS, and the one before is refused afterwards', async () => {
    under({ ...OTHER, APP_SECRET_PREVIOUS: MINE.APP_SECRET });
    expect(await list()).toMatchObject({ code: 0 });
    expect(await list()).toMatchObject({ code: 0 });
    under(OTHER);
    expect(await list()).toMatchObject({ code: 0 });
    under(MINE);
    expect(await list()).toEqual(refused);
  });

  it('is that of one process when two start at once on a new database with different ones', async () => {
    await operator.onEmptyDatabase();
    const { env } = operator;
    const outcomes = [MINE, OTHER].map((secret) => {
      operator.env = { ...env, ...secret };
      return list();
    });
    const codes = (await Promise.all(outcomes)).map(({ code }) => code);
    expect(codes.sort()).toEqual([0, 1]);
  });

  it('is another one from then on when the operator says that the one before is lost', async () => {
    await operator.sql(`insert into visitor_digest_keys (account_id, sealed) select id, 'under a lost secret' from accounts`);
    await operator.sql(`insert into visitor_stops (account_id, digest, id) select id, 'of somebody', id from accounts`);
    under(OTHER);
    expect(await operator.ask('adopt-secret')).toEqual({ adopted: true });
    expect(await operator.sql('select sealed from visitor_digest_keys union all select digest from visitor_stops')).toEqual([]);
    expect(await list()).toMatchObject({ code: 0 });
    under(MINE);
    expect(await list()).toEqual(refused);
    expect((await operator.run('adopt-secret')).stdout).toContain('make new ones with "keys create"');
  });
});

describe('on an empty database', () => {
  beforeEach(async () => {
    await operator.onEmptyDatabase();
  });

  it('commands create the tables first', async () => {
    expect(await operator.ask('accounts', 'list')).toEqual([]);
  });

  it('commands refuse to work where MIGRATE_ON_START is false', async () => {
    operator.env['MIGRATE_ON_START'] = 'false';
    expect(await operator.run('accounts', 'list', '--json')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Apply them with "npm run migrate"'),
    });
  });

  it('migrate creates the tables, including those of the queue, and names the migrations', async () => {
    operator.env['MIGRATE_ON_START'] = 'false';
    const { applied } = await operator.ask('migrate');
    await operator.sql(`delete from applied_functions where name = 'refuse_change'`);
    expect(await operator.run('migrate')).toEqual({
      code: 0,
      stdout: 'Applied refuse_change.\n',
      stderr: expect.stringMatching(/^Applying migrations: refuse_change\.\nThe migrations have been applied in \d+\.\d s\.\n$/),
    });
    expect(applied[0]).toMatch(/^Baseline\d+$/);
    expect(await operator.sql(`select 1 from pg_namespace where nspname = 'bullmq'`)).toHaveLength(1);
    expect(await operator.ask('accounts', 'list')).toEqual([]);
  });
});

describe('on a database that an older version may use', () => {
  it('commands apply no migration', async () => {
    await operator.onMigratedDatabase();
    await operator.sql(`delete from applied_functions where name = 'refuse_change'`);
    expect(await operator.run('keys', 'list')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('lacks migrations'),
    });
  });
});

describe('with the embedded database', () => {
  it('a command starts it, and stops it afterwards', async () => {
    operator.env = { DATA_DIR: operator.dataDir };
    const { code, stderr } = await operator.run('accounts', 'create', '--name', 'Shop');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^Creating the embedded database in .*\n$/),
    });
    expect(await serversBelow(operator.dataDir)).toEqual([]);
  });

  it('a command uses the one of a running service, and leaves it running', async () => {
    operator.env = { DATA_DIR: operator.dataDir };
    const service = await startEmbeddedPostgres({
      dataDir: operator.dataDir,
      name: 'forms',
      onNotice: () => undefined,
    });
    expect(await operator.ask('keys', 'create', '--name', 'website')).toMatchObject({ form_access_mode: 'all' });
    expect(await rowsOf(service.url, 'select name from api_keys')).toEqual([{ name: 'website' }]);
    await service.stop();
    expect(await serversBelow(operator.dataDir)).toEqual([]);
  });

  it('doctor checks it like any other', async () => {
    operator.env = { DATA_DIR: operator.dataDir };
    await operator.run('accounts', 'list');
    expect(await operator.run('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ok +database +PostgreSQL/m),
    });
    expect(await serversBelow(operator.dataDir)).toEqual([]);
  });
});

describe('without a running service', () => {
  it.each([['demo'], ['console'], ['keys list'], ['keys create --name x']])(
    '%s says how to start one, and makes no database',
    async (words) => {
      const dataDir = join(operator.dataDir, 'none');
      operator.env = { DATA_DIR: dataDir, PORT: '1' };
      const { code, stdout, stderr } = await operator.run(...words.split(' '));
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        new RegExp(`^No service runs on the data folder ${dataDir}\\. .*Start it, for example with "npm start", or set DATA_DIR`),
      );
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  it('a link and a demonstration need one also where its data is, and keys say that they work without it', async () => {
    operator.env = { DATA_DIR: operator.dataDir };
    await operator.run('accounts', 'create', '--name', 'Shop');
    for (const word of ['console', 'demo']) expect(await operator.run(word)).toMatchObject({ code: 1, stdout: '' });
    expect(await operator.run('keys', 'create', '--name', 'website')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^No service runs on the data folder .* works on its database alone\.\n$/),
    });
    expect(await serversBelow(operator.dataDir)).toEqual([]);
  });

  it('demo names the one of the settings where these name a database', async () => {
    operator.env = { ...operator.settingsFor('postgres://forms@127.0.0.1:1/forms'), PORT: '1' };
    expect(await operator.run('demo')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No service answers at http:\/\/localhost:1\. /),
    });
  });
});

describe('without a database', () => {
  it('keys generate prints a valid key, even with invalid settings', async () => {
    operator.env = { PORT: 'none', DATABASE_URL: 'none' };
    const { key } = await operator.ask('keys', 'generate');
    expect(parseSecret('fck', key)).not.toBeNull();
    expect((await operator.run('keys', 'generate')).stdout).toMatch(/^fck_[0-9A-Za-z]{50}\n$/);
  });

  it('other commands report that it cannot be reached, without the password', async () => {
    operator.env = operator.settingsFor('postgres://forms:hunter2@127.0.0.1:1/forms');
    const { code, stdout, stderr } = await operator.run('keys', 'list', '--json');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^The database cannot be reached: .*ECONNREFUSED.*doctor" says more\.\n$/);
    expect(stderr).not.toContain('hunter2');
  });

  it('other commands name every invalid setting', async () => {
    operator.env = { PORT: 'none', DATABASE_URL: 'none' };
    const { code, stderr } = await operator.run('keys', 'list');
    expect(code).toBe(1);
    expect(stderr).toMatch(/PORT: .*\n.*DATABASE_URL: /);
  });
});

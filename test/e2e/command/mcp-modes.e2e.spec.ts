import { MODES } from '../../../client/command/mcp/modes';
import { type Scope, SCOPES } from '../../../src/api/auth/caller';
import { shareApp, type TestApp } from '../../support/app';
import { Website } from '../../support/command';
import { anAgentHost } from '../../support/mcp';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});

async function start(mode: string, scopes: readonly string[]) {
  const key = await app.key({ scopes: scopes as Scope[] });
  return { key, ...(await Website.of(app.api, key).run(['mcp', '--allow', mode])) };
}

const BUILD = MODES.build.needed;
const READ = MODES.read.needed;
const refusedWith = (mode: 'build' | 'read'): string[] => {
  const allowed: readonly string[] = [...MODES[mode].needed, ...MODES[mode].optional];
  return SCOPES.filter((scope) => !allowed.includes(scope));
};

describe('a key with the scopes of a mode', () => {
  it.each([
    ['build', BUILD],
    ['build', [...BUILD, 'forms:update']],
    ['read', READ],
  ] as const)('%s starts, and ends with 0 when the input ends', async (mode, scopes) => {
    const agent = await anAgentHost(app.api, mode, await app.key({ scopes: [...scopes] as Scope[] }));
    expect(await agent.end()).toBe(0);
    expect(agent.errors()).toBe('');
  });
});

describe('a key that could do more', () => {
  it.each([
    ...refusedWith('build').map((scope) => ['build', scope, [...BUILD, scope]] as const),
    ...refusedWith('read').map((scope) => ['read', scope, [...READ, scope]] as const),
    ['build', 'submissions:read', [...BUILD, ...READ]] as const,
    ['read', 'workflows:write', [...BUILD, ...READ]] as const,
    ['build', 'keys:manage', SCOPES] as const,
    ['read', 'keys:manage', SCOPES] as const,
  ])('than %s, by %s, does not start', async (mode, scope, scopes) => {
    const { code, stdout, stderr, key } = await start(mode, scopes);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      new RegExp(`^The key has [^.]*${scope}[^.]*, which no agent with --allow ${mode} may have\\. Make one with exactly .*POST /v1/keys`),
    );
    expect(stderr).not.toContain(key);
  });
});

describe('a key that can do less', () => {
  it.each([...BUILD.map((scope) => ['build', scope] as const), ...READ.map((scope) => ['read', scope] as const)])(
    'than %s, without %s, does not start',
    async (mode, scope) => {
      const { code, stdout, stderr } = await start(
        mode,
        MODES[mode].needed.filter((each) => each !== scope),
      );
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(`The key lacks ${scope}. `)]);
    },
  );

  it('and more at once is told both', async () => {
    const { stderr } = await start('read', ['submissions:read', 'submissions:delete']);
    expect(stderr).toContain('has submissions:delete, which no agent with --allow read may have, and lacks forms:read, workflows:read.');
  });
});

describe('a wrong start', () => {
  it('without a mode, or with both, says which there are', async () => {
    const website = Website.of(app.api, await app.key());
    expect(await website.run(['mcp'])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('--allow') });
    const both = await website.run(['mcp', '--allow', 'build,read']);
    expect(both).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Allowed choices are build, read') });
  });

  it('with a key that the service does not know, ends with 1', async () => {
    const { code, stdout, stderr } = await Website.of(app.api, 'fck_unknown').run(['mcp', '--allow', 'read']);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('does not accept the key')]);
  });
});

import { chmod, cp, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyForAllUsers, postgresBinaries, restoreLinks } from './binaries';
import { canEnter, execute, userForNewCluster } from './os-user';

let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postgres-binaries-'));
  await chmod(folder, 0o755);
  installed = dirname(dirname((await postgresBinaries(null)).postgres));
});

afterAll(() => rm(folder, { recursive: true }));

describe('the PostgreSQL programs', () => {
  it('run from an installation without install scripts', async () => {
    const native = join(folder, 'native');
    const links = new Set((await linksIn(installed)).map((name) => join(installed, name)));
    await cp(installed, native, { recursive: true, filter: (path) => !links.has(path) });
    expect(links.size).toBeGreaterThan(0);
    expect(await linksIn(native)).toEqual([]);

    await restoreLinks(native);
    expect(await linksIn(native)).toEqual(await linksIn(installed));
    expect(await execute(null, join(native, 'bin/initdb'), ['--version'])).toContain('PostgreSQL');
  });

  it('are copied once, completely and for every user, by processes that start at the same time', async () => {
    const target = join(folder, 'copy');
    expect(await Promise.all([copyForAllUsers(installed, target), copyForAllUsers(installed, target)])).toEqual([target, target]);
    expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual(['copy']);
    for (const link of await linksIn(target)) expect(await readlink(join(target, link))).not.toMatch(/^\//);
    const user = await userForNewCluster();
    expect(await canEnter(user, target)).toBe(true);
    expect(await execute(user, join(target, 'bin/postgres'), ['--version'])).toContain('PostgreSQL');
  });
});

async function linksIn(place: string): Promise<string[]> {
  const entries = await readdir(join(place, 'lib'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => join('lib', entry.name))
    .sort();
}

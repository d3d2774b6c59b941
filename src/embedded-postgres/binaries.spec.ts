import { chmod, cp, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { accountForNewCluster, canEnter, run } from './account';
import { copyForAll, postgresBinaries, restoreLinks } from './binaries';

let folder: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postgres-binaries-'));
  await chmod(folder, 0o755);
  installed = dirname(dirname((await postgresBinaries(null)).postgres));
});

afterAll(() => rm(folder, { recursive: true }));

describe('the programs of PostgreSQL', () => {
  it('run from an installation whose scripts were turned off', async () => {
    const native = join(folder, 'native');
    const links = new Set((await linksIn(installed)).map((name) => join(installed, name)));
    await cp(installed, native, { recursive: true, filter: (path) => !links.has(path) });
    expect(links.size).toBeGreaterThan(0);
    expect(await linksIn(native)).toEqual([]);

    await restoreLinks(native);
    expect(await linksIn(native)).toEqual(await linksIn(installed));
    expect(await run(null, join(native, 'bin/initdb'), ['--version'])).toContain('PostgreSQL');
  });

  it('are copied once, whole, and for every account, by processes that start at the same time', async () => {
    const target = join(folder, 'copy');
    expect(await Promise.all([copyForAll(installed, target), copyForAll(installed, target)])).toEqual([target, target]);
    expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual(['copy']);
    for (const link of await linksIn(target)) expect(await readlink(join(target, link))).not.toMatch(/^\//);
    const account = await accountForNewCluster();
    expect(await canEnter(account, target)).toBe(true);
    expect(await run(account, join(target, 'bin/postgres'), ['--version'])).toContain('PostgreSQL');
  });
});

async function linksIn(place: string): Promise<string[]> {
  const entries = await readdir(join(place, 'lib'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => join('lib', entry.name))
    .sort();
}

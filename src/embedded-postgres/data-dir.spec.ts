import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDataDir } from './data-dir';
import { EmbeddedPostgresError } from './embedded-postgres-error';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a data folder', () => {
  it('is created with its parents, closed to other users, by many processes at once', async () => {
    const dataDir = join(folder, 'a', 'b', 'c');
    await Promise.all([1, 2, 3].map(() => ensureDataDir(dataDir)));
    expect((await stat(dataDir)).mode & 0o766).toBe(0o700);
    expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
  });

  it('may be a symbolic link to a folder', async () => {
    await symlink(folder, join(folder, 'link'));
    await expect(ensureDataDir(join(folder, 'link'))).resolves.toBeUndefined();
  });

  it.each([
    ['a file', 'file', 'ENOTDIR'],
    ['below a file', 'file/data', 'ENOTDIR'],
    ['a link to nothing', 'link', 'ENOENT'],
  ])('is refused when it is %s', async (_, name, code) => {
    await writeFile(join(folder, 'file'), '');
    await symlink(join(folder, 'nothing'), join(folder, 'link'));
    await expect(ensureDataDir(join(folder, name))).rejects.toEqual(
      new EmbeddedPostgresError('folder_not_writable', `The data folder ${join(folder, name)} cannot be used (${code}).`),
    );
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux.each(['/proc/data-dir', '/proc/data-dir/data'])(
    'is refused where no folder can be created: %s (needs Linux)',
    async (dataDir) => {
      await expect(ensureDataDir(dataDir)).rejects.toThrow('cannot be used (ENOENT).');
    },
  );
});

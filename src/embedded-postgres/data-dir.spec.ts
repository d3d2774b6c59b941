import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDataDir } from './data-dir';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('DATA_DIR', () => {
  it('is made with all folders on the way, closed to others, and by many processes at once', async () => {
    const dataDir = join(folder, 'a', 'b', 'c');
    await Promise.all([1, 2, 3].map(() => ensureDataDir(dataDir)));
    expect((await stat(dataDir)).mode & 0o766).toBe(0o700);
    expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
  });

  it('may be a link to a folder', async () => {
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
    await expect(ensureDataDir(join(folder, name))).rejects.toThrow(
      `DATA_DIR cannot be used (${code}). Set it to a folder that this user may write to.`,
    );
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux.each(['/proc/form-collection-service', '/proc/form-collection-service/data'])(
    'is refused where no folder can be made: %s',
    async (dataDir) => {
      await expect(ensureDataDir(dataDir)).rejects.toThrow('DATA_DIR cannot be used (ENOENT).');
    },
  );
});

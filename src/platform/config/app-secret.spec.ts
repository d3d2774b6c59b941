import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appSecretOf } from './app-secret';

let dataDir: string;

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'app-secret-')), 'data');
});

afterEach(async () => {
  await rm(join(dataDir, '..'), { recursive: true });
});

describe('the application secret', () => {
  it('is that of the settings where there is one, and nothing is written', async () => {
    expect(await appSecretOf({ appSecret: 'given', dataDir })).toBe('given');
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is created once, and only its owner can read it', async () => {
    const secret = await appSecretOf({ appSecret: null, dataDir });
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await appSecretOf({ appSecret: null, dataDir })).toBe(secret);
    expect((await stat(join(dataDir, 'app-secret'))).mode & 0o777).toBe(0o600);
  });

  it('is the same for processes that start together, and leaves no temporary file behind', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => appSecretOf({ appSecret: null, dataDir })));
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['app-secret']);
  });

  it('is not replaced when its file is damaged, since the new one could not open sealed values', async () => {
    await appSecretOf({ appSecret: null, dataDir });
    await writeFile(join(dataDir, 'app-secret'), 'cut');
    await expect(appSecretOf({ appSecret: null, dataDir })).rejects.toThrow('Restore');
  });
});

describe('the data folder', () => {
  it('cannot be listed by other users', async () => {
    await appSecretOf({ appSecret: null, dataDir });
    expect((await stat(dataDir)).mode & 0o066).toBe(0);
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot('of root is opened for the user of PostgreSQL to pass through (needs root)', async () => {
    await appSecretOf({ appSecret: null, dataDir });
    await chmod(dataDir, 0o700);
    await appSecretOf({ appSecret: null, dataDir });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  });
});

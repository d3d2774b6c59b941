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
  it('is the one of the settings when there is one, and nothing is written', async () => {
    expect(await appSecretOf({ appSecret: 'given', dataDir })).toBe('given');
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is made once, stays the same, and only its owner can read it', async () => {
    const secret = await appSecretOf({ appSecret: null, dataDir });
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await appSecretOf({ appSecret: null, dataDir })).toBe(secret);
    expect((await stat(join(dataDir, 'app-secret'))).mode & 0o777).toBe(0o600);
  });

  it('is one and the same for processes that start together, and leaves no draft behind', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => appSecretOf({ appSecret: null, dataDir })));
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['app-secret']);
  });

  it('is not replaced when its file is damaged, since a new one could not open what the old one sealed', async () => {
    await appSecretOf({ appSecret: null, dataDir });
    await writeFile(join(dataDir, 'app-secret'), 'cut');
    await expect(appSecretOf({ appSecret: null, dataDir })).rejects.toThrow('Restore');
  });
});

describe('the data folder', () => {
  it('cannot be listed by other accounts', async () => {
    await appSecretOf({ appSecret: null, dataDir });
    expect((await stat(dataDir)).mode & 0o066).toBe(0);
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot('lets the account of PostgreSQL pass through when root had closed it', async () => {
    await appSecretOf({ appSecret: null, dataDir });
    await chmod(dataDir, 0o700);
    await appSecretOf({ appSecret: null, dataDir });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  });
});

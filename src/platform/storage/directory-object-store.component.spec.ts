import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DirectoryObjectStore } from './directory-object-store';
import { newObjectName } from './object-store';

let directory: string;
let store: DirectoryObjectStore;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'objects-'));
  store = new DirectoryObjectStore(join(directory, 'files'));
});
afterEach(() => rm(directory, { recursive: true }));

const contentOf = (bytes: Buffer) => ({ open: () => Readable.from([bytes]), size: bytes.length });

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

const namesOf = async () => {
  const names: string[] = [];
  for await (const { name } of store.list(new Date(Date.now() + 60_000))) names.push(name);
  return names;
};

describe('a directory of objects', () => {
  it('and its files are closed to other users of the machine', async () => {
    const name = newObjectName();
    await store.put(name, contentOf(randomBytes(5)));
    const modes = await Promise.all(
      ['files', 'files/.incoming', `files/${name.slice(0, 2)}`, `files/${name}`].map((path) => stat(join(directory, path))),
    );
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '700', '600']);
  });

  it('lists and deletes what is left of a put whose process was killed', async () => {
    const name = newObjectName();
    const abort = new AbortController();
    const stalled = new Readable({ read: () => undefined });
    const putting = store.put(name, { open: () => stalled }, abort.signal);
    stalled.push(randomBytes(100));
    while ((await namesOf()).length === 0);

    expect(await namesOf()).toEqual([name]);
    expect(await store.get(name)).toBeNull();
    await store.delete(name);
    expect(await filesBelow(directory)).toEqual([]);
    abort.abort(new Error('The test is over.'));
    await expect(putting).rejects.toThrow('The test is over.');
  });

  it('shows no part of an object that is still being written, nor of one that replaces another', async () => {
    const name = newObjectName();
    await store.put(name, contentOf(Buffer.from('first')));
    const content = new Readable({ read: () => undefined });
    const putting = store.put(name, { open: () => content });
    content.push('sec');
    while ((await namesOf()).length < 2);
    expect(await store.head(name)).toBe('first'.length);
    content.push('ond one');
    content.push(null);
    await putting;
    expect(await store.head(name)).toBe('second one'.length);
  });

  it('keeps an object that several processes put at once', async () => {
    const name = newObjectName();
    const stores = Array.from({ length: 20 }, () => new DirectoryObjectStore(join(directory, 'files')));
    await Promise.all(stores.map((each) => each.put(name, contentOf(Buffer.from('the same')))));
    expect(await store.head(name)).toBe('the same'.length);
    expect(await namesOf()).toEqual([name]);
  });

  it('leaves alone what it has not written', async () => {
    await mkdir(join(directory, 'files/lost+found'), { recursive: true });
    await writeFile(join(directory, 'files/README'), 'by the operator');
    expect(await namesOf()).toEqual([]);
  });

  it('that cannot be used is an error that says why', async () => {
    await writeFile(join(directory, 'files'), 'in the way');
    const failure = { name: 'ObjectStoreError', reason: 'unavailable', message: expect.stringContaining('ENOTDIR') };
    await expect(store.put(newObjectName(), contentOf(randomBytes(5)))).rejects.toMatchObject(failure);
    await expect(store.get(newObjectName())).rejects.toMatchObject(failure);
    await expect(store.delete(newObjectName())).rejects.toMatchObject(failure);
    await expect(namesOf()).rejects.toMatchObject(failure);
  });
});

/** Only root may mount a file system of its own. */
const withSmallDisk = process.getuid?.() === 0 && process.platform === 'linux' ? describe : describe.skip;

withSmallDisk('a disk that is full', () => {
  beforeEach(() => execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]));
  afterEach(() => execFileSync('umount', [directory]));

  it('is the error "full" and leaves nothing half written, and smaller objects still fit', async () => {
    const putting = store.put(newObjectName(), contentOf(randomBytes(2 * 1024 * 1024)));
    await expect(putting).rejects.toMatchObject({ name: 'ObjectStoreError', reason: 'full' });
    expect(await filesBelow(directory)).toEqual([]);
    await store.put(newObjectName(), contentOf(randomBytes(500 * 1024)));
  });
});

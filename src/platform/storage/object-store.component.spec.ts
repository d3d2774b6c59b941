import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startS3Server } from '../../../test/support/s3-server';
import { DirectoryObjectStore } from './directory-object-store';
import { newObjectName, type ObjectStore } from './object-store';
import { checkObjectStore } from './storage.module';
import { S3ObjectStore } from './s3-object-store';

const MIB = 1024 * 1024;

// eslint-disable-next-line no-restricted-syntax -- it lets this file collect garbage, and changes nothing else
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const bytesOfBuffers = () => process.memoryUsage().arrayBuffers;

/**
 * The bytes of live buffers. A garbage collection passes dead buffers to a thread that frees them later. The next collection waits for that
 * thread, so that only the second one makes the figure exact. Collections take long in a process of many tests, so they are skipped when
 * all buffers together are small enough.
 */
const usedMemory = (enough = 0) => {
  if (bytesOfBuffers() < enough) return bytesOfBuffers();
  collectGarbage();
  collectGarbage();
  return bytesOfBuffers();
};

interface RunningStore {
  store: ObjectStore;
  stop: () => Promise<void>;
}

async function startDirectory(): Promise<RunningStore> {
  const directory = await mkdtemp(join(tmpdir(), 'objects-'));
  return { store: new DirectoryObjectStore(directory), stop: () => rm(directory, { recursive: true }) };
}

async function startS3(): Promise<RunningStore> {
  const { settings, stop } = await startS3Server();
  return { store: await S3ObjectStore.open(settings), stop };
}

/** Content that remembers its streams. */
function contentOf(chunks: Iterable<Buffer> | AsyncIterable<Buffer>, size?: number) {
  const opened: Readable[] = [];
  const open = () => {
    opened.push(Readable.from(chunks, { objectMode: false }));
    return opened.at(-1)!;
  };
  return { open, size, opened };
}

const namesOf = async (store: ObjectStore, modifiedBefore = new Date(Date.now() + 3_600_000)) => {
  const names: string[] = [];
  for await (const { name } of store.list(modifiedBefore)) names.push(name);
  return names;
};

describe.each([
  ['a directory', startDirectory],
  ['an S3 bucket', startS3],
])('%s as an object store', (_, start) => {
  let running: RunningStore;
  let store: ObjectStore;

  beforeAll(async () => {
    running = await start();
    store = running.store;
  });
  afterAll(() => running.stop());

  afterEach(async () => {
    for (const name of await namesOf(store)) await store.delete(name);
  });

  /** Expects that nothing is left of a failed put. */
  const expectNothingOf = async (name: string) => {
    expect(await store.get(name)).toBeNull();
    expect(await namesOf(store)).toEqual([]);
  };

  describe.each([
    ['of known size', true],
    ['of unknown size', false],
  ])('content %s', (_size, isKnown) => {
    it.each([
      ['no bytes', 0],
      ['one byte', 1],
      ['12 MiB', 12 * MIB],
    ])('of %s is returned as it was put, with its size and SHA-256', async (_bytes, length) => {
      const [name, bytes] = [newObjectName(), randomBytes(length)];
      const content = contentOf([bytes], isKnown ? length : undefined);

      const sha256 = createHash('sha256').update(bytes).digest();
      expect(await store.put(name, content)).toEqual({ size: length, sha256 });
      expect(await store.head(name)).toBe(length);
      const found = await store.get(name);
      expect(found!.size).toBe(length);
      expect(bytes.equals(await buffer(found!.content))).toBe(true);
      expect(content.opened.every(({ destroyed }) => destroyed)).toBe(true);
    });

    it('that fails in the middle passes its own error on and leaves nothing behind', async () => {
      async function* failing() {
        yield randomBytes(6 * MIB);
        throw new Error('The disk of the source is gone.');
      }
      const [name, content] = [newObjectName(), contentOf(failing(), isKnown ? 9 * MIB : undefined)];
      await expect(store.put(name, content)).rejects.toThrow('The disk of the source is gone.');
      expect(content.opened).toHaveLength(1);
      await expectNothingOf(name);
    });

    it('that cannot be opened passes its own error on', async () => {
      const missing = { open: () => createReadStream('/missing'), size: isKnown ? 5 : undefined };
      await expect(store.put(newObjectName(), missing)).rejects.toMatchObject({ code: 'ENOENT', path: '/missing' });
    });

    it('is given up when the signal is aborted, and nothing is left behind', async () => {
      const [name, abort, reason] = [newObjectName(), new AbortController(), new Error('The client has gone.')];
      const stalling = new Readable({ read: () => setImmediate(() => abort.abort(reason)) });
      stalling.push(randomBytes(6 * MIB));
      const putting = store.put(name, { open: () => stalling, size: isKnown ? 9 * MIB : undefined }, abort.signal);
      await expect(putting).rejects.toBe(reason);
      await expectNothingOf(name);
    });

    it('streams: of 48 MiB never more than 24 MiB are in memory', async () => {
      const [name, chunk] = [newObjectName(), randomBytes(MIB)];
      const baseline = usedMemory();
      let peak = 0;
      const watch = () => (peak = Math.max(peak, usedMemory(baseline + 24 * MIB) - baseline));
      async function* large() {
        for (let count = 0; count < 48; count += 1) {
          if (count % 16 === 15) watch();
          yield chunk;
        }
      }
      await store.put(name, contentOf(large(), isKnown ? 48 * MIB : undefined));
      let size = 0;
      for await (const part of (await store.get(name))!.content) {
        size += (part as Buffer).length;
        if (size % (16 * MIB) === 0) watch();
      }
      expect(size).toBe(48 * MIB);
      expect(peak / MIB).toBeLessThan(24);
    });
  });

  it.each([
    ['fewer', 3],
    ['more', 6],
  ])('refuses content with %s bytes than announced and leaves nothing behind', async (comparison, length) => {
    const name = newObjectName();
    const putting = store.put(name, contentOf([randomBytes(length)], 5));
    await expect(putting).rejects.toThrow(`The content has ${comparison} bytes than the 5 that were announced.`);
    await expectNothingOf(name);
  });

  it('refuses a put whose signal was aborted before', async () => {
    const name = newObjectName();
    const reason = new Error('Too late.');
    const putting = store.put(name, contentOf([randomBytes(5)], 5), AbortSignal.abort(reason));
    await expect(putting).rejects.toBe(reason);
    await expectNothingOf(name);
  });

  it('has nothing under a name that was never put', async () => {
    expect(await store.get(newObjectName())).toBeNull();
    expect(await store.head(newObjectName())).toBeNull();
  });

  it('deletes an object, and again without complaint', async () => {
    const name = newObjectName();
    await store.put(name, contentOf([randomBytes(5)], 5));
    await store.delete(name);
    expect(await store.head(name)).toBeNull();
    await store.delete(name);
    await expectNothingOf(name);
  });

  it('lists all objects with their size and time', async () => {
    const names = Array.from({ length: 30 }, newObjectName);
    await Promise.all(names.map((name) => store.put(name, contentOf([Buffer.from('abc')], 3))));

    expect((await namesOf(store)).sort()).toEqual([...names].sort());
    for await (const { size, modifiedAt } of store.list(new Date(Date.now() + 60_000))) {
      expect(size).toBe(3);
      expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
  });

  it('leaves out of a list what was changed after the given time', async () => {
    await store.put(newObjectName(), contentOf([Buffer.from('abc')], 3));
    expect(await namesOf(store, new Date(Date.now() - 60_000))).toEqual([]);
  });

  it.each(['', '..', '../../etc/passwd', 'ab', 'ab/', '/ab/abcdefgh', 'ab/abcdefgh/x', 'AB/ABCDEFGH', 'ab/abcdefg\0', 'ab/../abcd'])(
    'takes no object by the name %j',
    async (name) => {
      await expect(store.put(name, contentOf([], 0))).rejects.toThrow(TypeError);
      await expect(store.get(name)).rejects.toThrow(TypeError);
      await expect(store.head(name)).rejects.toThrow(TypeError);
      await expect(store.delete(name)).rejects.toThrow(TypeError);
    },
  );

  it('passes its check and keeps nothing of it', async () => {
    await checkObjectStore(store);
    expect(await namesOf(store)).toEqual([]);
  });
});

describe('names of objects', () => {
  it('are random and made of small letters, digits and a slash', () => {
    const names = Array.from({ length: 1_000 }, newObjectName);
    expect(new Set(names).size).toBe(1_000);
    expect(names.every((name) => /^[0-9a-z/]+$/.test(name))).toBe(true);
  });
});

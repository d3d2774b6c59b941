import { randomBytes } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../errors/operator-error';
import { ContentMeter } from './content-meter';
import {
  isObjectName,
  type ObjectContent,
  type ObjectInfo,
  ObjectStore,
  ObjectStoreError,
  type PutResult,
  requireObjectName,
  type StoredObject,
} from './object-store';

/**
 * Keeps objects as files below one directory. A file is written under a temporary name, synced and renamed, so that an object is
 * there whole or not at all, also after a power failure. `delete` and `list` include the temporary file of a put that was killed.
 */
export class DirectoryObjectStore extends ObjectStore {
  /** `directory` is absolute; it is created with the first object. */
  constructor(private readonly directory: string) {
    super();
  }

  async put(name: string, { open: openContent, size }: ObjectContent, signal?: AbortSignal): Promise<PutResult> {
    const path = this.pathOf(name);
    const temporaryPath = this.temporaryPathOf(name);
    const meter = new ContentMeter(size);
    try {
      await createFolder(dirname(temporaryPath));
      await write(temporaryPath, openContent, meter, signal);
      await finish(temporaryPath, path);
    } catch (error) {
      await rm(temporaryPath, { force: true }).catch(() => undefined); // `delete` removes it later; the first error counts
      throw signal?.aborted ? signal.reason : error;
    }
    return meter.result();
  }

  async get(name: string): Promise<StoredObject | null> {
    const file = await unlessAbsent(open(this.pathOf(name), constants.O_RDONLY));
    if (file === null) return null;
    const { size } = await file.stat();
    return { size, content: file.createReadStream() };
  }

  async head(name: string): Promise<number | null> {
    const found = await unlessAbsent(stat(this.pathOf(name)));
    return found && found.size;
  }

  async delete(name: string): Promise<void> {
    const path = this.pathOf(name);
    for await (const { name: file } of entriesOf(join(this.directory, TEMPORARY), isFile)) {
      if (objectOf(file) === name) await orStoreError(rm(join(this.directory, TEMPORARY, file), { force: true }));
    }
    await orStoreError(rm(path, { force: true }));
    await unlessAbsent(syncFolder(dirname(path)));
  }

  async *list(modifiedBefore: Date, only?: string): AsyncIterable<ObjectInfo> {
    for await (const { name: folder } of entriesOf(this.directory, isFolder)) {
      if (only !== undefined && folder !== only) continue;
      for await (const { name: file } of entriesOf(join(this.directory, folder), isFile)) {
        const name = folder === TEMPORARY ? objectOf(file) : `${folder}/${file}`;
        if (!isObjectName(name)) continue;
        const found = await unlessAbsent(stat(join(this.directory, folder, file)));
        if (found && found.mtime < modifiedBefore) yield { name, size: found.size, modifiedAt: found.mtime };
      }
    }
  }

  private pathOf(name: string): string {
    return join(this.directory, requireObjectName(name));
  }

  /**
   * The temporary file is in a folder that no name can denote, in the same file system, which renaming needs. Each put has a file of its
   * own, since two processes may put the same note at once.
   */
  private temporaryPathOf(name: string): string {
    return join(this.directory, TEMPORARY, `${name.replace('/', '-')}.${randomBytes(4).toString('hex')}`);
  }
}

const TEMPORARY = '.incoming';

/** The name of the object that a temporary file was to become. */
const objectOf = (temporaryFile: string): string => temporaryFile.replace('-', '/').replace(/\..*$/, '');

async function write(path: string, openContent: () => Readable, meter: ContentMeter, signal?: AbortSignal): Promise<void> {
  const file = await orStoreError(open(path, 'w', 0o600));
  try {
    await pipeline(openContent(), meter, (chunks: AsyncIterable<Buffer>) => append(file, chunks), { signal });
    await orStoreError(file.sync());
  } finally {
    await file.close();
  }
}

/** Converts errors of the file here, where they cannot be confused with those of the content. */
async function append(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) await orStoreError(file.writeFile(chunk));
}

async function finish(temporaryPath: string, path: string): Promise<void> {
  await createFolder(dirname(path));
  await orStoreError(rename(temporaryPath, path));
  await orStoreError(syncFolder(dirname(path)));
}

/** A new folder is durable when the one above it has been synced. */
async function createFolder(folder: string): Promise<void> {
  const topmostCreated = await orStoreError(mkdir(folder, { recursive: true, mode: 0o700 }));
  if (topmostCreated === undefined) return;
  for (let created = folder; created.length >= topmostCreated.length; created = dirname(created)) {
    await orStoreError(syncFolder(dirname(created)));
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isFolder = (entry: Dirent): boolean => entry.isDirectory();
const isFile = (entry: Dirent): boolean => entry.isFile();

/** Read in portions; none when there is no such folder. */
async function* entriesOf(folder: string, isWanted: (entry: Dirent) => boolean): AsyncIterable<Dirent> {
  const directory = await unlessAbsent(opendir(folder));
  if (directory === null) return;
  for await (const entry of directory) if (isWanted(entry)) yield entry;
}

/** Null for a file or folder that does not exist. */
async function unlessAbsent<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw storeErrorOf(error);
  }
}

async function orStoreError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw storeErrorOf(error);
  }
}

function storeErrorOf(cause: unknown): ObjectStoreError {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((cause as NodeJS.ErrnoException).code ?? '');
  const reason = isFull ? 'full' : 'unavailable';
  return new ObjectStoreError(reason, `Files cannot be kept: ${messageOf(cause)}.`, { cause });
}

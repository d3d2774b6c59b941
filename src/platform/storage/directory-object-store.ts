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
 * Stores objects as files below a directory. A file is written under a temporary name, synced and renamed, so that an object exists as a
 * whole or not at all, even after a power failure. `delete` and `list` include temporary files of puts that were killed.
 */
export class DirectoryObjectStore extends ObjectStore {
  /** @param directory an absolute path; the first put creates the directory */
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
      await rm(temporaryPath, { force: true }).catch(() => undefined); // `delete` removes the file later; the first error counts
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
   * The path of a temporary file, in the same file system, so that it can be renamed, and in a folder that no object name can denote. Each
   * put has its own file, since two processes may put the same note at once.
   */
  private temporaryPathOf(name: string): string {
    return join(this.directory, TEMPORARY, `${name.replace('/', '-')}.${randomBytes(4).toString('hex')}`);
  }
}

const TEMPORARY = '.incoming';

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

/** Appends content to a file. Errors of the file are converted here, so that they are not confused with errors of the content. */
async function append(file: FileHandle, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) await orStoreError(file.writeFile(chunk));
}

async function finish(temporaryPath: string, path: string): Promise<void> {
  await createFolder(dirname(path));
  await orStoreError(rename(temporaryPath, path));
  await orStoreError(syncFolder(dirname(path)));
}

/** Creates a folder durably, by syncing the folder above it. */
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

/** The entries of a folder, read in portions; none when the folder does not exist. */
async function* entriesOf(folder: string, isWanted: (entry: Dirent) => boolean): AsyncIterable<Dirent> {
  const directory = await unlessAbsent(opendir(folder));
  if (directory === null) return;
  for await (const entry of directory) if (isWanted(entry)) yield entry;
}

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

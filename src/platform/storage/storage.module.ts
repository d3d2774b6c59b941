import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { ObjectStore, newObjectName, ObjectStoreError } from './object-store';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DirectoryObjectStore } from './directory-object-store';
import { S3ObjectStore } from './s3-object-store';

/** Opens the store of the settings: the bucket of `S3_*`, else `DATA_DIR/files`. */
export async function openObjectStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> {
  return s3 ? S3ObjectStore.open(s3) : new DirectoryObjectStore(join(dataDir, 'files'));
}

/** Puts, lists, reads and deletes an object, to find missing permissions. Rejects with the first failure. */
export async function checkObjectStore(store: ObjectStore, signal?: AbortSignal): Promise<void> {
  const name = newObjectName();
  const bytes = Buffer.from(name);
  try {
    await store.put(name, { open: () => Readable.from([bytes]), size: bytes.length }, signal);
    const found = await store.get(name);
    if (!found || !bytes.equals(await buffer(found.content))) {
      throw new ObjectStoreError('unavailable', 'An object that was just written is not there or is not the same.');
    }
    const objects = store.list(new Date())[Symbol.asyncIterator]();
    await objects.next();
    await objects.return?.();
  } finally {
    await store.delete(name);
  }
}

@Module({ providers: [{ provide: ObjectStore, useFactory: openObjectStore, inject: [CONFIG] }], exports: [ObjectStore] })
export class StorageModule {}

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newObjectName } from './object-name';
import { ObjectStoreError, type ObjectStore } from './object-store';

/** Writes, lists, reads and deletes an object, so that missing permissions show as well. Rejects with the first failure. */
export async function checkObjectStore(store: ObjectStore): Promise<void> {
  const name = newObjectName();
  const bytes = Buffer.from(name);
  try {
    await store.put(name, { open: () => Readable.from([bytes]), size: bytes.length });
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

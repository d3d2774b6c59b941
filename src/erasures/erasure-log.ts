import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '../platform/time';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { ERASURES_FOLDER, ObjectStore, ObjectStoreError } from '../platform/storage/object-store';
import type { ErasedBatch } from './erasure.types';
import { ErasuresRepository } from './erasures.repository';

export interface NumberedBatch extends ErasedBatch {
  number: number;
  name: string;
}

/**
 * The log of erased batches. They are numbered objects outside of the database, since its backups still contain what was erased later.
 * Objects are never overwritten: each name has a random end, so that two processes with the same number write two objects.
 */
@Injectable()
export class ErasureLog {
  constructor(
    private readonly store: ObjectStore,
    @Inject(ErasuresRepository) private readonly database: Pick<ErasuresRepository, 'identity'>,
  ) {}

  async write(batch: ErasedBatch, number: number): Promise<NumberedBatch> {
    const name = `${await this.prefix()}${String(number).padStart(NUMBER_DIGITS, '0')}-${randomBytes(4).toString('hex')}`;
    const content = Buffer.from(JSON.stringify(batch));
    const written = this.store.put(name, { open: () => Readable.from([content]), size: content.length });
    await withTimeout(STORE_TIMEOUT_MS, written, () => {
      throw new ObjectStoreError('unavailable', 'The store of files does not answer.');
    });
    return { ...batch, number, name };
  }

  /** Removes a batch that cannot be deleted. The caller holds the lock on the log, so that no process applies the batch meanwhile. */
  async withdraw({ name }: NumberedBatch): Promise<void> {
    await this.store.delete(name);
  }

  /** Yields the batches with a higher number, in ascending order. */
  async *after(number: number): AsyncGenerator<NumberedBatch, void, undefined> {
    for (const entry of await this.entriesAfter(number)) {
      const stored = await this.store.get(entry.name);
      if (!stored) continue; // deleted since the listing, because of its age
      yield { ...(JSON.parse((await buffer(stored.content)).toString()) as ErasedBatch), ...entry };
    }
  }

  /** Deletes batches that are older than every backup. Returns false, since one call deletes all of them. */
  @PeriodicTask({ name: 'sweep of the ledger of erasures', processes: 'worker', everySeconds: HOURLY })
  async deleteOld(): Promise<boolean> {
    const prefix = await this.prefix();
    for await (const { name } of this.store.list(new Date(Date.now() - KEPT_MS), ERASURES_FOLDER))
      if (name.startsWith(prefix)) await this.store.delete(name);
    return false;
  }

  private async entriesAfter(number: number): Promise<{ name: string; number: number }[]> {
    const prefix = await this.prefix();
    const entries: { name: string; number: number }[] = [];
    for await (const { name } of this.store.list(new Date(Date.now() + A_DAY_MS), ERASURES_FOLDER)) {
      if (!name.startsWith(prefix)) continue;
      const entry = { name, number: Number(name.slice(prefix.length, prefix.length + NUMBER_DIGITS)) };
      if (entry.number > number) entries.push(entry);
    }
    return entries.sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1));
  }

  /** The names start with the id of the database, since several databases may share a store. */
  private async prefix(): Promise<string> {
    return `${ERASURES_FOLDER}/${(await this.database.identity()).replaceAll('-', '')}-`;
  }
}

const NUMBER_DIGITS = 10;
/** Shorter than the time for which PostgreSQL allows a transaction to be idle. */
const STORE_TIMEOUT_MS = 5_000;
const A_DAY_MS = 24 * 3_600_000;
const KEPT_MS = 400 * A_DAY_MS;

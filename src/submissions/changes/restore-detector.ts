import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable, Logger } from '@nestjs/common';
import { PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { Readiness } from '../../platform/lifecycle/readiness';
import { noteName, ObjectStore, ObjectStoreError, storeProblem } from '../../platform/storage/object-store';
import { EpochRepository } from './epoch.repository';

/**
 * A restored backup has a lower number than the object store. Consumers of changes then have to begin anew, since they have seen changes
 * that the database has lost.
 */
@Injectable()
export class RestoreDetector {
  private readonly log = new Logger('RestoreDetector');
  private epoch: number | null = null;

  constructor(
    private readonly epochs: EpochRepository,
    private readonly store: ObjectStore,
    private readonly readiness: Readiness,
  ) {}

  /** Compares the numbers, which checks the health of the object store as well: nothing else uses it regularly. */
  @PeriodicTask({ name: 'check for a restored backup', processes: 'all', everySeconds: 60 })
  async run(): Promise<boolean> {
    try {
      await this.compare();
      this.readiness.note('files', null);
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      this.readiness.note('files', storeProblem(error));
    }
    return false;
  }

  /** Writes the number to the object store after its commit, so that the object store never has a higher number than its database. */
  private async compare(): Promise<void> {
    const name = noteName('restore', await this.epochs.identity());
    const { number, epoch } = await this.epochs.next(await this.lastSeen(name));
    const content = Buffer.from(String(number));
    await this.store.put(name, { open: () => Readable.from([content]), size: content.length });
    if (this.epoch !== null && epoch > this.epoch)
      this.log.warn('The database is older than before: a backup was restored. Cursors of changes have expired.');
    this.epoch = epoch;
  }

  private async lastSeen(name: string): Promise<number> {
    const stored = await this.store.get(name);
    return stored ? Number((await buffer(stored.content)).toString()) : 0;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '../../api/errors/api-error';
import { newId } from '../../platform/ids.rules';
import { ImportLeasesRepository } from './import-leases.repository';

/** Lets each account import one file at a time, whatever process it asks: the work of a file is that of thousands of submissions. */
@Injectable()
export class ImportLeasesService {
  private readonly log = new Logger('Imports');

  constructor(private readonly leases: ImportLeasesRepository) {}

  /**
   * Does the work of an import under the lease of its account. Throws 409 when another import of the account has not ended within five
   * seconds, and hands the work a signal that aborts with it when the lease was lost to one, as in a process that stood still.
   * @param signal aborts when nobody waits for the import any more
   */
  async holding<Result>(accountId: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const holder = newId();
    await this.take(accountId, holder, signal);
    const lost = new AbortController();
    const renew = async () => {
      if (!(await this.leases.renew(accountId, holder))) lost.abort(new ApiError('import_running'));
    };
    const renewal = setInterval(() => void renew().catch(this.warn), RENEWAL_MS).unref();
    try {
      return await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      clearInterval(renewal);
      await this.leases.release(accountId, holder).catch(this.warn);
    }
  }

  private async take(accountId: string, holder: string, signal: AbortSignal): Promise<void> {
    const endsAtMs = performance.now() + MAX_WAIT_MS;
    for (;;) {
      signal.throwIfAborted();
      if (await this.leases.take(accountId, holder)) return;
      if (performance.now() >= endsAtMs) throw new ApiError('import_running');
      await pause(PAUSE_MS);
    }
  }

  /** The lease ends by itself. */
  private readonly warn = (error: unknown): void => this.log.warn({ err: error }, 'The lease of an import could not be changed.');
}

const RENEWAL_MS = 4_000;
const MAX_WAIT_MS = 5_000;
const PAUSE_MS = 200;
